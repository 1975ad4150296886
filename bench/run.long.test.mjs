import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../scripts/lib/process/run-command.mjs";

const main = join(import.meta.dirname, "main.mjs");

// Figures depend on the machine; that a measurement comes to its end does not.
test("npm run bench measures approvals of the mesh and of one process, events included", async () => {
  const options = ["--seconds", "1", "--rounds", "1", "--operation", "supply_approve_withdrawal", "--no-webhooks"];
  const { stdout } = await runCommand(process.execPath, [
    main,
    ...options,
    ...["mesh", "all"].flatMap((name) => ["--contender", name]),
  ]);
  for (const side of ["mesh", "all"])
    expect(stdout).toMatch(new RegExp(`\\| supply_approve_withdrawal \\| ${side} \\| \\d+`));
});

test("npm run bench -- guard measures this checkout beside another commit", async () => {
  const options = ["guard", "--against", "HEAD", "--seconds", "1", "--rounds", "1"];
  const operation = ["--operation", "supply_approve_withdrawal"];
  // It fails or not: one round of a second says nothing about the cost.
  const { stdout } = await runCommand(process.execPath, [main, ...options, ...operation]);
  expect(stdout).toMatch(/^\d of 2 are at least 0\.97$/m);
});
