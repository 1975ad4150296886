// Checks that the committed OpenAPI document breaks no client of the last release.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findBreakingChanges, hasOasdiff } from "./breaking-changes.mjs";

const root = join(import.meta.dirname, "..");

const release = git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
const released = release && git("show", `${release}:rest/openapi.json`);
if (!released) {
  print("No release with an OpenAPI document yet, so compatibility is not checked.");
} else if (!hasOasdiff) {
  print("oasdiff has no program for this platform, so compatibility is not checked here; CI checks it.");
} else {
  const committed = await readFile(join(root, "openapi.json"), "utf8");
  const problems = await findBreakingChanges(JSON.parse(released), JSON.parse(committed));
  for (const problem of problems) print(problem);
  if (problems.length > 0) {
    print(`These changes break clients of ${release}. Add instead of changing, or release a new major version.`);
    process.exitCode = 1;
  } else print(`No change since ${release} breaks a client.`);
}

function git(...args) {
  const result = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
