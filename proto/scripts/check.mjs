// Checks the contract: style, compatibility with the last release, generated files.
import { spawnSync } from "node:child_process";
import { root, run, print } from "./tools.mjs";

run("buf", "lint");

const release = findLastRelease();
if (release === undefined) print("No release yet, so compatibility is not checked.");
else run("buf", "breaking", "--against", `${findGitDirectory()}#format=git,tag=${release},subdir=proto`);

process.argv.push("--check");
await import("./generate.mjs");
print("The contract is valid and its generated files are up to date.");

/** The newest version tag before this commit. Undefined without one, and where there is no git, as in an image build. */
function findLastRelease() {
  return git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
}

/** The directory with the tags. In a linked worktree it is not the worktree's own `.git`. */
function findGitDirectory() {
  return git("rev-parse", "--path-format=absolute", "--git-common-dir");
}

function git(...args) {
  const result = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : undefined;
}
