import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../paths.mjs";

test("vitest.config.ts names every file that takes more records, points or runs in the long run", async () => {
  const args = ["grep", "--untracked", "-lE", "isLongRun|propertyRuns", "--", "*.test.ts"];
  const using = execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim().split("\n");
  const config = await readFile(join(root, "vitest.config.ts"), "utf8");
  expect(/inBothRuns = \[([^\]]*)\]/.exec(config)?.[1]?.match(/[^"]+\.test\.ts/g)).toEqual(using);
});
