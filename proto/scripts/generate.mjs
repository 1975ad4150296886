// Writes gen/ and buf/validate/validate.proto from the .proto files and the plugin.
//   node scripts/generate.mjs          writes what changed
//   node scripts/generate.mjs --check  writes nothing, fails when anything would change
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { renderValidateProto } from "./print-validate.mjs";
import { print, root, run } from "./tools.mjs";

const isCheck = process.argv.includes("--check");
/** Our own options: the plugin reads them through their generated types. */
const options = ["tool", "event", "error", "common"].map((name) => `gen/tenantops/${name}/v1`);
const validate = "buf/validate/validate.proto";

// Before anything is written.
const present = readFiles(root, "gen");
const fresh = mkdtempSync(join(tmpdir(), "tenant-ops-generate-"));
process.on("exit", () => rmSync(fresh, { recursive: true }));

// First, because the compiler reads this file.
const ofValidate = update({ [validate]: renderValidateProto() }, { [validate]: readIfPresent(join(root, validate)) });

run("buf", "generate", "--template", "buf.gen.yaml", "--output", fresh);
if (!isCheck) for (const folder of options) cpSync(join(fresh, folder), join(root, folder), { recursive: true });
run("tsc", "-p", "plugin/tsconfig.build.json");
run("buf", "generate", "--template", "buf.gen.tools.yaml", "--output", fresh);

const written = [...ofValidate, ...update(readFiles(fresh, "gen"), present)];
for (const path of written) print(`proto/${path} written`);

/** Writes only the files that differ, so that watchers and builds do not see changes where there are none. @returns their paths */
function update(wanted, present) {
  const changed = Object.keys(wanted).filter((path) => wanted[path] !== present[path]);
  const stale = Object.keys(present).filter((path) => wanted[path] === undefined);
  if (isCheck) {
    reportStale([...changed, ...stale]);
    return [];
  }
  for (const path of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), wanted[path]);
  }
  for (const path of stale) rmSync(join(root, path));
  return [...changed, ...stale];
}

function reportStale(differing) {
  if (differing.length === 0) return;
  process.stderr.write(
    `Stale: ${differing.map((path) => `proto/${path}`).join(", ")}\nRun "npm run generate" and commit the result.\n`,
  );
  process.exit(1);
}

function readFiles(base, folder) {
  let entries = [];
  try {
    entries = readdirSync(join(base, folder), { recursive: true, withFileTypes: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1));
  return Object.fromEntries(paths.toSorted().map((path) => [path, readFileSync(join(base, path), "utf8")]));
}

function readIfPresent(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}
