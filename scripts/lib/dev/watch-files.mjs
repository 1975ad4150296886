// Reports changed source files. chokidar, because the recursive fs.watch of Node 20 stops reporting a file after an
// editor has replaced it by rename.
import { join, relative, sep } from "node:path";

const folders = ["proto", "packages", "gateway", "services"];
const quietMs = 250;

/** Calls `onChange(files)` with the changed paths when nothing changed for 250 ms; never two calls at the same time. */
export async function watchFiles(root, onChange) {
  // Loaded here, because packages are installed while `npm run dev` starts.
  const { watch } = await import("chokidar");
  const changed = new Set();
  let timer;
  let running = Promise.resolve();

  const report = async () => {
    const files = [...changed];
    changed.clear();
    if (files.length > 0) await onChange(files);
  };
  const isIgnored = (path, stats) => isOutput(relative(root, path)) || (stats?.isFile() && !isSource(path));
  const existing = { ignored: isIgnored, ignoreInitial: true };
  const watcher = watch(
    folders.map((folder) => join(root, folder)),
    existing,
  );
  watcher.on("all", (_event, path) => {
    if (!isSource(path)) return;
    changed.add(relative(root, path));
    clearTimeout(timer);
    // Editors and generators write several files: one build for all of them.
    timer = setTimeout(() => {
      running = running.then(report);
    }, quietMs);
  });
  await new Promise((resolve) => watcher.once("ready", resolve));
  return watcher;
}

const isSource = (path) => /\.(ts|mts|json|md)$/.test(path) && !path.endsWith(".test.ts");
const isOutput = (path) => path.split(sep).some((part) => ["dist", "node_modules", ".turbo", ".data"].includes(part));
