import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKillPlan } from "./support/kill-plan.js";
import {
  withdrawalArguments,
  readCurrentStock,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  requireProcess,
  startTestMesh,
} from "./support/test-mesh.js";

const plan = createKillPlan();
// More points than one withdrawal has. The loop ends when a withdrawal succeeds.
const pointsMax = 60;

let testMesh: OwnTestMesh;
beforeAll(async () => {
  // Set for all processes, because in one process supply has no Node options of its own; only supply gets the signal.
  testMesh = await startTestMesh({ services: ["supply"], env: { all: plan.env } });
});
afterAll(() => testMesh.stop());

test.each([
  // Before and after each of: three reads, the command that writes, the commit.
  { what: "a withdrawal", isRemembered: false, pointsMin: 10 },
  // Names may have been read again: they are remembered for a second.
  { what: "a withdrawal of remembered records", isRemembered: true, pointsMin: 4 },
])(
  "after kill -9 at every point of $what, all or nothing is stored, and the repeat answers one id",
  async ({ isRemembered, pointsMin }) => {
    const supply = requireProcess(testMesh, "supply");

    let killed = 0;
    for (let point = 1; point <= pointsMax; point += 1) {
      const business = await testMesh.createBusiness();
      const { ids } = await createCenterStock(testMesh, business, 100);
      const args = withdrawalArguments({ ...ids, worker_id: `worker-${point}` });
      if (isRemembered) await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", args);
      const before = isRemembered ? 1 : 0;
      const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
      const approval = { ...args, proposal_token };
      await plan.killAt(supply, point);

      // In one process the caller's own connection breaks.
      const first = testMesh.callTool(business, "supply_approve_withdrawal", approval).then(
        ({ status }) => status,
        () => "died",
      );
      const dies = supply.exited.then(() => "died");
      const outcome = await Promise.race([dies, first]);
      if (outcome === 200) break;
      // The gateway may answer in place of the dead process before this test sees its exit.
      expect(["died", 503, 504]).toContain(outcome);
      await dies;
      killed += 1;
      await supply.start();
      await first;

      // As the error of the broken call says, the same call is repeated until it succeeds.
      const repeated = await eventually(() =>
        testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval),
      );
      const again = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
      expect(again["_id"]).toBe(repeated["_id"]);
      expect(await readCurrentStock(testMesh, business)).toBe(100 - before - 1);
      expect(await listWithdrawals(testMesh, business)).toHaveLength(before + 1);
    }
    await plan.killAt(supply, Infinity);
    expect(killed).toBeGreaterThanOrEqual(pointsMin);
  },
  900_000,
);
