import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Metafile } from "esbuild";
import { expect, test } from "vitest";
import { programs, programsFolder } from "./bundle.mjs";

const root = join(import.meta.dirname, "../..");
const { inputs, outputs } = JSON.parse(readFileSync(join(programsFolder, "metafile.json"), "utf8")) as Metafile;

// What one process with all parts loads is behind an `import()`.
const entries = Object.entries({ ...programs, all: "all/src/run-all.ts" }).filter(([name]) => name !== "setup");

/** What takes memory in each process that loads it, and the programs that need it from their start. */
const heavy: Record<string, readonly string[]> = {
  "rest/openapi.json": [],
  // The schemas of the routes of an area.
  "rest/src/supply/index.ts": ["supply", "all"],
  // The tools of all areas, with their schemas and messages.
  "proto/gen/catalog.ts": ["gateway", "accounts", "approvals", "console", "all"],
  // What sends requests to other addresses loads it for the first one. The gateway passes requests on with it.
  "node_modules/undici/": ["gateway", "all"],
  "node_modules/@aws-sdk/client-s3/": [],
  "node_modules/@opentelemetry/sdk-trace/": [],
  "node_modules/@opentelemetry/exporter-trace-otlp-http/": [],
  "node_modules/@modelcontextprotocol/server/": ["gateway", "all"],
  "node_modules/@simplewebauthn/server/": [],
  "node_modules/nodemailer/": [],
  "node_modules/@fastify/static/": ["console", "all"],
};

test.each(entries)("%s loads nothing at its start that only others need", (name, entry) => {
  const loaded = listLoadedModules(entry);
  expect(loaded).toContain(entry);
  const unneeded = Object.keys(heavy).filter((module) => !heavy[module]?.includes(name));
  expect(unneeded.filter((module) => loaded.some((file) => file.startsWith(module)))).toEqual([]);
});

test.each(Object.entries(programs).filter(([name]) => name !== "setup"))(
  "%s loads first what sets V8 for the start",
  (_, entry) => {
    expect(inputs[entry]?.imports[0]?.path).toBe("packages/kit/src/start-up/index.ts");
  },
);

test("each of the heavy modules is in a program, so a name that no longer fits is found", () => {
  const modules = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  expect(Object.keys(heavy).filter((module) => !modules.some((file) => file.startsWith(module)))).toEqual([]);
});

test("what is loaded for the first password of a database user is behind a call", () => {
  const users = Object.keys(inputs).filter((file) =>
    inputs[file]?.imports.some(({ path }) => path.includes("saslprep")),
  );
  // Its own files, and the function that loads them.
  expect(users.filter((file) => !file.startsWith("node_modules/@mongodb-js/saslprep/"))).toEqual([
    "lazy:@mongodb-js/saslprep",
    "node_modules/mongodb/lib/cmap/auth/scram.js",
  ]);
});

test("no CommonJS package is imported later by itself: in a bundle it then has no named exports, so a module of ours imports it", () => {
  const later = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports.flatMap(({ kind, path }) =>
      kind === "dynamic-import" && inputs[path]?.format === "cjs" ? [`${file}: ${path}`] : [],
    ),
  );
  expect(later).toEqual([]);
});

test("each file that a program loads later can be loaded", async () => {
  const programsOfAll = new Set([...Object.values(programs), "all/src/run-all.ts"]);
  const later = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => {
      const { entryPoint = "" } = outputs[path] ?? {};
      return kind === "dynamic-import" && entryPoint && !programsOfAll.has(entryPoint) ? [path] : [];
    }),
  );
  expect(later).not.toEqual([]);
  const load = [...new Set(later)].map((file) => `await import(${JSON.stringify(join(root, file))});`).join("\n");
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", load]);
});

test("V8 keeps the text of a program with one byte for each character", async () => {
  const texts = Object.keys(outputs).map(async (file) => ({ file, text: await readFile(join(root, file), "utf8") }));
  // What Latin-1 cannot write comes back as another character.
  const isWide = (text: string) => Buffer.from(text, "latin1").toString("latin1") !== text;
  expect((await Promise.all(texts)).flatMap(({ file, text }) => (isWide(text) ? [file] : []))).toEqual([]);
});

test("the bundles are made again when a package that they contain has changed", () => {
  const modules = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  // Modules that the bundler makes have a name like `<stdin>` or `lazy:…`.
  const own = modules.filter((file) => !/node_modules\/|^<|^[a-z-]+:/.test(file));
  const parts = own.map((file) => /^(.+?)\/((?:src|gen)\/.+|[^/]+\.json)$/.exec(file));
  // Those are the inputs of the task `source` in turbo.json.
  expect(own.filter((_, index) => !parts[index])).toEqual([]);
  const names = new Set(parts.map((part) => readPackage(part?.[1] ?? "").name));
  expect(names.size).toBeGreaterThan(10);
  expect(Object.keys(readPackage("deploy").devDependencies)).toEqual(expect.arrayContaining([...names]));
});

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
    name: string;
    devDependencies: Record<string, string>;
  };

/** Without what is behind an `import()`. */
function listLoadedModules(entry: string): string[] {
  const [start] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const files = new Set([start ?? ""]);
  // A set that grows while it is read is read to its new end.
  for (const file of files)
    for (const { kind, path } of outputs[file]?.imports ?? [])
      if (kind === "import-statement" && outputs[path]) files.add(path);
  return [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
}
