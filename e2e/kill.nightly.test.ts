import { expect, test } from "vitest";
import { killDuringWithdrawals } from "./support/faults/kill-during-withdrawals.js";

test("after kill -9 at every point of a withdrawal of remembered records, all or nothing is stored, and the repeat answers one id", async () => {
  // Names may have been read again: they are remembered for a second.
  expect(await killDuringWithdrawals(true)).toBeGreaterThanOrEqual(4);
}, 900_000);
