// Writes src/generated from rest/openapi.json: the types, the methods of each area, and what may be retried.
// --check writes nothing, names the files that are stale, and exits with 1 when there are any.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { errorTable } from "@tenant-ops/kit/errors";
import { listOperations, selectDocument } from "./lib/document.mjs";
import { renderAreas, renderErrors, renderModels, renderOperations, renderSchema } from "./lib/render.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..");
const generated = join(folder, "src/generated");
const check = process.argv.includes("--check");

const stale = await generate();
for (const name of stale) process.stdout.write(`${name}${check ? " is stale: run `npm run generate`" : " written"}\n`);
if (check && stale.length > 0) process.exitCode = 1;

async function generate() {
  const full = JSON.parse(await readFile(join(folder, "../../rest/openapi.json"), "utf8"));
  const { name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const operations = listOperations(full);
  const document = selectDocument(full, operations);
  const files = {
    "schema.ts": await renderSchema(document),
    "models.ts": renderModels(document),
    "areas.ts": renderAreas(operations, full.tags),
    "operations.ts": renderOperations(operations, { name, version }),
    "errors.ts": renderErrors(operations, errorTable),
  };
  const changed = [];
  for (const [file, text] of Object.entries(files))
    if (await writeIfChanged(file, text)) changed.push(`packages/client/src/generated/${file}`);
  return changed;
}

async function writeIfChanged(file, text) {
  const path = join(generated, file);
  if ((await readFile(path, "utf8").catch(() => "")) === text) return false;
  if (!check) {
    await mkdir(generated, { recursive: true });
    await writeFile(path, text);
  }
  return true;
}
