// What every command needs before it installs anything. Only syntax and modules that old Node versions know.
import { accessSync, constants } from "node:fs";
import { fileURLToPath } from "node:url";

const oldestNode = [20, 19];

/** Prints what is missing and returns false. Import everything else after this: an old Node may fail to load it. */
export function checkRequirements() {
  const problem =
    findNodeProblem(process.versions.node) || findFolderProblem(fileURLToPath(new URL("../../..", import.meta.url)));
  if (problem) process.stderr.write(`\n${problem}\n`);
  if (problem) process.exitCode = 1;
  return !problem;
}

export function findNodeProblem(version) {
  const [major, minor] = version.split(".").map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return "";
  return `This is Node.js ${version}. Install Node.js ${oldestNode.join(".")} or newer, then run the command again.`;
}

export function findFolderProblem(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return "";
  } catch (error) {
    return `${folder} cannot be written (${error.code}). Give this user the right to write it, or clone the repository elsewhere.`;
  }
}
