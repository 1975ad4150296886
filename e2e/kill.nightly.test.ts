import { afterAll, beforeAll, expect, test } from "vitest";
import { killDuringWithdrawals } from "./support/kill-during-withdrawals.js";
import { createKillPlan } from "./support/kill-plan.js";
import { type OwnTestMesh, startTestMesh } from "./support/test-mesh.js";

const plan = createKillPlan();

let testMesh: OwnTestMesh;
beforeAll(async () => {
  // Set for all processes, because in one process supply has no Node options of its own; only supply gets the signal.
  testMesh = await startTestMesh({ services: ["supply"], env: { all: plan.env } });
});
afterAll(() => testMesh.stop());

test("after kill -9 at every point of a withdrawal of remembered records, all or nothing is stored, and the repeat answers one id", async () => {
  // Names may have been read again: they are remembered for a second.
  expect(await killDuringWithdrawals(testMesh, plan, true)).toBeGreaterThanOrEqual(4);
}, 900_000);
