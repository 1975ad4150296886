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
