import { eventually } from "@tenant-ops/kit/testing";
import { expect } from "vitest";
import { createKillPlan } from "./kill-plan.js";
import {
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  readCurrentStock,
  requireProcess,
  startTestMesh,
  withdrawalArguments,
} from "../mesh/test-mesh.js";

// More points than one withdrawal has. The loop ends when a withdrawal succeeds.
const pointsMax = 60;

/**
 * Kills supply at the first, second, … point of a withdrawal until one succeeds. After each, all or nothing is stored, and the repeated call answers
 * one id.
 * @param isRemembered whether the records of each withdrawal were read by one before
 * @returns how often it was killed
 */
export async function killDuringWithdrawals(isRemembered: boolean): Promise<number> {
  const plan = createKillPlan();
  // Set for all processes, because in one process supply has no Node options of its own; only supply gets the signal.
  const testMesh = await startTestMesh({ services: ["supply"], env: { all: plan.env } });
  try {
    return await killAtEachPoint(testMesh, plan, isRemembered);
  } finally {
    await testMesh.stop();
  }
}

async function killAtEachPoint(
  testMesh: OwnTestMesh,
  plan: ReturnType<typeof createKillPlan>,
  isRemembered: boolean,
): Promise<number> {
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
    const repeated = await eventually(() => testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval));
    const again = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
    expect(again["_id"]).toBe(repeated["_id"]);
    expect(await readCurrentStock(testMesh, business)).toBe(100 - before - 1);
    expect(await listWithdrawals(testMesh, business)).toHaveLength(before + 1);
  }
  await plan.killAt(supply, Infinity);
  return killed;
}
