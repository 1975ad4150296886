// npm run licences: whose work we ship, and under which terms. `--check` only says what nobody has agreed to yet.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./lib/paths.mjs";
import { say } from "./lib/say.mjs";

/** Terms that ask for no more than to be named. A further one is a decision: a person adds it here. */
const agreed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
const shipped = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link,
);
const rows = await Promise.all(
  shipped.map(async ([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return { name, version, licence: license ?? (await declared(path)) };
  }),
);
rows.sort((a, b) => a.name.localeCompare(b.name));
const strange = rows.filter(({ licence }) => !isAgreed(licence));

if (!process.argv.includes("--check"))
  for (const { name, version, licence } of rows) say(`${name}@${version}  ${licence}`);
for (const { name, version, licence } of strange)
  say(`${name}@${version}: ${licence} is not among the licences in scripts/licences.mjs`);
process.exitCode = strange.length > 0 ? 1 : 0;

// The lock file lacks what an old package.json says in an old way, and platforms that are not installed here.
async function declared(path) {
  const text = await readFile(join(root, path, "package.json"), "utf8").catch(() => "{}");
  const { license, licenses } = JSON.parse(text);
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

/** `(MIT OR Apache-2.0)`: one agreed term is enough; `MIT AND ISC`: all must be. */
function isAgreed(licence) {
  const choices = String(licence).replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((term) => agreed.has(term.trim())));
}
