// Everything about the contract that needs no running service: style, compatibility, generated files.
import { spawnSync } from "node:child_process";
import { root, run, say } from "./tools.mjs";

run("buf", "lint");

const release = lastRelease();
if (release === undefined) say("No release yet, so there is nothing to stay compatible with.");
else run("buf", "breaking", "--against", `${repository()}#format=git,tag=${release},subdir=proto`);

process.argv.push("--check");
await import("./generate.mjs");
say("The contract is in order.");

/** The newest version tag before this commit; undefined as well where there is no git, as in an image build. */
function lastRelease() {
  return git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
}

/** Where the tags are kept, which in a linked worktree is not its own `.git`. */
function repository() {
  return git("rev-parse", "--path-format=absolute", "--git-common-dir");
}

function git(...args) {
  const result = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : undefined;
}
