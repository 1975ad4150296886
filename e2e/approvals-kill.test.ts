import { afterAll, beforeAll, expect, test } from "vitest";
import { createKillPlan } from "./support/faults/kill-plan.js";
import {
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  readCurrentStock,
  requireProcess,
  startTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";
import { createRule } from "./support/people/approval-rules.js";
import { joinBusiness } from "./support/people/people.js";

const plan = createKillPlan();
let testMesh: OwnTestMesh;
beforeAll(async () => {
  testMesh = await startTestMesh({ services: ["supply", "approvals", "console"], env: { approvals: plan.env } });
}, 240_000);
afterAll(() => testMesh.stop());

/** A business whose withdrawals people approve, with 10 units, and a person who decides. */
async function createApproving() {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 10);
  const owner = await joinBusiness(testMesh, business.businessId, { role: "owner" });
  const path = `/v1/console/businesses/${business.businessId}`;
  await owner.call("PUT", `${path}/approval-policy`, { version: 0, rules: [createRule()] });
  return {
    ...{ business, ids },
    approve: (id: string) =>
      owner.call("POST", `${path}/approvals/${id}/decision`, { decision: "approve", revision: 1, policyVersion: 1 }),
    readStatus: async (id: string) => (await owner.call("GET", `${path}/approvals/${id}`)).body.status as string,
  };
}

// Stored changes of an approval from the yes on: the decision, the claim of the attempt, and its outcome.
test("after kill -9 of approvals at every stored step between the yes and the end, the withdrawal happens once and the approval says so", async () => {
  const { business, ids, approve, readStatus } = await createApproving();
  const approvals = requireProcess(testMesh, "approvals");

  for (const change of [1, 2, 3]) {
    const args = { ...withdrawalArguments(ids), worker_id: `worker-${change}` };
    const proposed = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
    const { id } = proposed["approval"] as { id: string };
    await plan.killAtChange(approvals, "approvals", change);
    const dies = approvals.exited;
    await Promise.all([dies, approve(id).catch(() => undefined)]);
    await approvals.start();
    await expect.poll(() => readStatus(id), { timeout: 60_000 }).toBe("executed");
    const answer = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", {
      ...{ ...args, proposal_token: proposed["proposal_token"] },
    });
    expect(answer).toMatchObject({ status: "created" });
    expect(await listWithdrawals(testMesh, business)).toHaveLength(change);
    expect(await readCurrentStock(testMesh, business)).toBe(10 - change);
  }
}, 240_000);

test("while supply is away the yes is kept, and the withdrawal follows when it is back", async () => {
  const { business, ids, approve, readStatus } = await createApproving();
  const proposed = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", withdrawalArguments(ids));
  const { id } = proposed["approval"] as { id: string };
  const supply = requireProcess(testMesh, "supply");
  supply.kill("SIGKILL");
  await supply.exited;
  expect(await approve(id)).toMatchObject({ status: 200 });
  expect(await readStatus(id)).toBe("approved");
  await supply.start();
  await expect.poll(() => readStatus(id), { timeout: 60_000 }).toBe("executed");
  expect(await listWithdrawals(testMesh, business)).toHaveLength(1);
}, 240_000);
