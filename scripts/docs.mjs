// node scripts/docs.mjs: writes what can be derived into the docs. The tables of settings come from the config schemas,
// docs/errors.md from the table of errors. With --check it only compares. Needs a build.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { errorsPage, replaceBetweenMarkers, settingsTables } from "./lib/generated-docs.mjs";
import { verticals } from "./lib/mesh.mjs";
import { root } from "./lib/paths.mjs";
import { sayFailure, say } from "./lib/say.mjs";

const onlyCheck = process.argv.includes("--check");

try {
  const { describeSettings } = await import(join(root, "packages/kit/dist/config/index.js"));
  const { errorTable } = await import(join(root, "packages/kit/dist/errors/index.js"));
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

/** The config schema of every process: the gateway's own, and that of each service's definition. */
async function schemas() {
  const files = [["gateway", "config.js"], ...verticals().map((name) => [`services/${name}`, `${name}.js`])];
  const found = [];
  for (const [folder, file] of files) {
    const exported = Object.values(await import(join(root, folder, "dist", file)));
    const schema = exported.find(isSchema) ?? exported.find((value) => isSchema(value?.config))?.config;
    if (!schema) throw new Error(`${folder}/dist/${file} exports no config schema`);
    found.push([folder, schema]);
  }
  return found;
}

function isSchema(value) {
  return typeof value === "object" && value !== null && "shape" in value && typeof value.safeParse === "function";
}
