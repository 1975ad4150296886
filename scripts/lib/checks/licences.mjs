// The licences of the packages that we ship.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.mjs";

/** Licences that only ask for attribution. Adding one is a decision of a person. */
const accepted = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

/** `{ name, version, licence }` of every package that is not a development dependency. */
export async function listLicences() {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link,
  );
  const rows = await Promise.all(
    shipped.map(async ([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version, licence: license ?? (await readDeclaredLicence(path)) };
    }),
  );
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}

export async function findLicenceProblems() {
  const unaccepted = (await listLicences()).filter(({ licence }) => !isAccepted(licence));
  return unaccepted.map(
    ({ name, version, licence }) =>
      `${name}@${version}: ${licence} is not in the list of scripts/lib/checks/licences.mjs`,
  );
}

// The lock file has no licence for packages that declare it in an old format.
async function readDeclaredLicence(path) {
  const text = await readFile(join(root, path, "package.json"), "utf8").catch(() => "{}");
  const { license, licenses } = JSON.parse(text);
  return license?.type ?? license ?? licenses?.map(({ type }) => type).join(" OR ") ?? "unknown";
}

/** `(MIT OR Apache-2.0)`: one accepted licence is enough; `MIT AND ISC`: all must be accepted. */
function isAccepted(licence) {
  const choices = String(licence).replaceAll(/[()]/g, "").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((term) => accepted.has(term.trim())));
}
