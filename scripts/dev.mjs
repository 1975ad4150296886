// npm run dev: `npm start`, and after every change of a source file build again and restart the processes it concerns.
import { watch } from "node:fs";
import { join, sep } from "node:path";
import { build } from "./lib/build.mjs";
import { root } from "./lib/paths.mjs";
import { note, say, sayFailure, timed } from "./lib/say.mjs";
import { supervise } from "./lib/supervisor.mjs";

await supervise(watchSources);

function watchSources(mesh) {
  const changed = new Set();
  let timer;
  let working = Promise.resolve();

  for (const folder of ["proto", "packages", "gateway", "services"]) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (!file || !/\.(ts|mts|json|md)$/.test(file) || /(^|[/\\])(dist|node_modules|\.turbo)[/\\]/.test(file)) return;
      changed.add(join(folder, file));
      clearTimeout(timer);
      // Editors and generators write several files; one build for all of them, and never two builds at once.
      timer = setTimeout(() => {
        working = working.then(rebuild);
      }, 250);
    });
  }
  say("watching proto, packages, gateway and services");

  async function rebuild() {
    const files = [...changed];
    changed.clear();
    if (files.length === 0) return;
    note("changed", files.slice(0, 5).join(", "));
    try {
      await build();
      const concerned = Object.values(mesh.processes).filter(({ name }) => files.some((file) => concerns(file, name)));
      await timed("restarted", async () => {
        await Promise.all(concerned.map((process) => process.restart()));
        return concerned.map(({ name }) => name).join(", ") || "nothing";
      });
    } catch (error) {
      sayFailure("Building", error);
      say("the processes before the change are still running");
    }
  }
}

// Everything is built on proto and the kit; the rest concerns one process.
function concerns(file, process) {
  const [top, second] = file.split(sep);
  if (file.endsWith(".test.ts")) return false;
  if (top === "gateway") return process.startsWith("gateway");
  return top !== "services" || process === second;
}
