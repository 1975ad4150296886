// node scripts/docs.mjs: writes what can be derived into the docs. The tables of settings come from the config schemas,
// docs/errors.md from the table of errors. With --check it only compares. Needs a build.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { errorsPage, replaceBetweenMarkers, settingsTables } from "./lib/generated-docs.mjs";
import { verticals } from "./lib/mesh.mjs";
import { root } from "./lib/paths.mjs";
import { sayFailure, say } from "./lib/say.mjs";

const onlyCheck = process.argv.includes("--check");

try {
  const { describeSettings, errorTable } = await import(join(root, "packages/kit/dist/index.js"));
  const readme = join(root, "README.md");
  const tables = settingsTables(await schemas(), describeSettings);
  const wanted = new Map([
    [join(root, "docs/errors.md"), errorsPage(errorTable)],
    [readme, replaceBetweenMarkers(await readFile(readme, "utf8"), "settings", tables)],
  ]);
  for (const [file, text] of wanted) await update(file, text);
} catch (error) {
  sayFailure("Writing the docs", error);
  process.exitCode = 1;
}

async function update(file, text) {
  const present = await readFile(file, "utf8").catch(() => undefined);
  if (present === text) return;
  if (onlyCheck) {
    say(`${relative(root, file)} is not what the code says: run \`npm run build && node scripts/docs.mjs\``);
    process.exitCode = 1;
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  say(`${relative(root, file)} written`);
}

/** The config schema of every process that has one; a service without its own config uses the kit's. */
async function schemas() {
  const kit = await import(join(root, "packages/kit/dist/index.js"));
  const found = [];
  for (const folder of ["gateway", ...verticals().map((name) => `services/${name}`)]) {
    const file = join(root, folder, "dist/config.js");
    const schema = existsSync(file) ? Object.values(await import(file)).find(isSchema) : kit.serviceConfig;
    if (isSchema(schema)) found.push([folder, schema]);
  }
  return found;
}

function isSchema(value) {
  return typeof value === "object" && value !== null && "shape" in value && typeof value.safeParse === "function";
}
