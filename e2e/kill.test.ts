import { expect, test } from "vitest";
import { killDuringWithdrawals } from "./support/faults/kill-during-withdrawals.js";

test("after kill -9 at every point of a withdrawal, all or nothing is stored, and the repeat answers one id", async () => {
  // Before and after each of: three reads, the command that writes, the commit.
  expect(await killDuringWithdrawals(false)).toBeGreaterThanOrEqual(10);
}, 900_000);
