import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../scripts/lib/process/run-command.mjs";

test.each([1, 2, 3])(
  "with the faults of seed %i no acknowledged operation is lost, doubled, in another business, over-issued or undelivered",
  async (seed) => {
    const args = ["mesh", "--seed", String(seed), "--minutes", "4", "--skip-build"];
    const { code, stdout, stderr } = await runCommand(process.execPath, [
      join(import.meta.dirname, "run.mjs"),
      ...args,
    ]);
    expect(code, `${stdout}${stderr}`).toBe(0);
  },
  600_000,
);
