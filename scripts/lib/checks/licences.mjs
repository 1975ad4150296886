// The licences of the packages that we ship.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

/** `{ name, version, licence }` of every package that a package of the workspace depends on, other than for its development. */
export async function listLicences() {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const rows = await Promise.all(
    findShipped(packages).map(async (path) => {
      const { version, license } = packages[path];
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version, licence: license ?? (await readDeclaredLicence(path)) };
    }),
  );
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * The paths of the packages of others. What only the root depends on builds the programs (`npm start`) and is not shipped.
 * @param packages those of package-lock.json
 */
export function findShipped(packages) {
  const reached = new Set(Object.keys(packages).filter((path) => path !== "" && !path.includes("node_modules/")));
  // A set that grows while it is read is read to its new end.
  for (const path of reached) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolvePackage(packages, path, name);
      if (found) reached.add(found);
    }
  }
  return [...reached].filter((path) => path.includes("node_modules/") && !packages[path].link);
}

/** As Node does: in the `node_modules` of the folder, then in those of the folders above. Undefined: optional, and not in the lock file. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.includes("/") ? dirname(folder) : "") {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
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
