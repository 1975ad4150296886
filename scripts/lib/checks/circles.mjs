// Refuses circles of imports, also those that the linter does not see: `import()` and the type `import("x")` count like an import.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../paths.mjs";

const run = promisify(execFile);
const isGenerated = (file) => /^(proto\/gen|packages\/client\/src\/generated)\//.test(file);
const comments = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
const specifier = /(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\1/g;

/** One line per circle: its files, from each to the next. */
export async function findCircles(folder = root) {
  const { stdout } = await run("git", ["ls-files", "*.ts", "*.tsx", "*.mts", "*.mjs"], { cwd: folder, maxBuffer: 1e8 });
  const files = new Set(stdout.split("\n").filter((file) => file && !isGenerated(file)));
  // A file that is deleted and not yet committed imports nothing.
  const read = (file) => readFile(join(folder, file), "utf8").catch(() => "");
  const imports = await Promise.all(
    [...files].map(async (file) => [file, resolveImports(files, file, await read(file))]),
  );
  return listCircles(new Map(imports)).map((circle) => [...circle, circle[0]].join(" → "));
}

function resolveImports(files, file, text) {
  const found = [...text.replaceAll(comments, "").matchAll(specifier)].map(([, , path]) => join(dirname(file), path));
  return found.map((path) => toSource(files, path)).filter((path) => path !== undefined);
}

/** The file that the compiler reads for `x.js`. */
function toSource(files, path) {
  const names = [path, path.replace(/\.js$/, ".ts"), path.replace(/\.js$/, ".tsx"), path.replace(/\.mjs$/, ".mts")];
  return names.find((name) => files.has(name));
}

/** Depth first: an import of a file whose imports are being followed closes a circle. */
export function listCircles(imports) {
  const circles = [];
  const finished = new Set();
  const path = [];
  const visit = (file) => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push(path.slice(start));
      return;
    }
    path.push(file);
    for (const next of imports.get(file) ?? []) visit(next);
    path.pop();
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}
