// Refuses boundaries of lint that name a folder or file that does not exist: such a boundary guards nothing.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "../paths.mjs";

/** Each as `<configuration>: <what does not exist>`. */
export async function findUnknownBoundaries(folder = root) {
  const { extends: files } = await readConfiguration(folder, ".oxlintrc.json");
  const isThere = (path) => existsSync(join(folder, path));
  const found = files.map(async (file) => listUnknown(file, await readConfiguration(folder, file), isThere));
  return (await Promise.all(found)).flat();
}

async function readConfiguration(folder, file) {
  return JSON.parse((await readFile(join(folder, file), "utf8")).replaceAll(/^\s*\/\/.*$/gm, ""));
}

/** @param isThere whether a path exists */
export function listUnknown(file, { overrides }, isThere) {
  const named = overrides.flatMap(({ files, rules }) => {
    const [, { patterns }] = rules["no-restricted-imports"];
    return files
      .map((name) => name.replace(/\/\*\*$/, ""))
      .flatMap((guarded) => [guarded, ...patterns.flatMap(({ regex = "" }) => listImported(guarded, regex))]);
  });
  const unknown = [...new Set(named)].filter((path) => !isThere(path));
  return unknown.map((path) => `${file}: ${path} does not exist`);
}

/** The folders `(a|b)/` and files `(c|d)\.js` that may not be imported, as paths. */
function listImported(guarded, regex) {
  const [up] = /^\^(?:\(\?:)?(?:\\\.\\\.\/)+/.exec(regex) ?? [""];
  const base = [...up.matchAll(/\\\.\\\.\//g)].reduce(dirname, guarded);
  return [...regex.matchAll(/\(([a-z|-]+)\)(\/|\\\.js)/g)].flatMap(([, names, end]) =>
    names.split("|").map((name) => join(base, end === "/" ? name : `${name}.ts`)),
  );
}
