import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../scripts/lib/paths.mjs";

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** The newest release, or `undefined` before the first one. */
export function findLastRelease() {
  return git("tag", "--list", "v*", "--sort=-version:refname").split("\n")[0] || undefined;
}

/**
 * Builds another commit of this repository.
 * @param folder does not exist yet
 * @returns what starts its processes, and what lists its services
 */
export async function buildCommit(commit, folder) {
  git("clone", "--quiet", "--shared", "--no-checkout", root, folder);
  git("-C", folder, "checkout", "--quiet", "--detach", git("rev-parse", "--verify", `${commit}^{commit}`));
  const load = (path) => import(pathToFileURL(join(folder, "scripts/lib", path)));
  await (await load("setup/install.mjs")).installPackages();
  await (await load("setup/build.mjs")).buildPackages();
  const [{ startMesh }, { listServices }] = [await load("mesh/mesh.mjs"), await load("mesh/mesh-plan.mjs")];
  return { startMesh, listServices };
}
