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
import { joinBusiness } from "./support/people/people.js";

const plan = createKillPlan();
let testMesh: OwnTestMesh;
beforeAll(async () => {
  testMesh = await startTestMesh({ services: ["supply", "approvals", "console"], env: { approvals: plan.env } });
}, 240_000);
afterAll(() => testMesh.stop());

const rule = {
  ...{ name: "Withdrawals", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false },
  ...{ callers: [], atLeast: null, needs: "one", lapsesAfterHours: 24 },
};

// Stored changes of an approval from the yes on: the decision, the claim of the attempt, and its outcome.
test("after kill -9 of approvals at every stored step between the yes and the end, the withdrawal happens once and the approval says so", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 10);
  const owner = await joinBusiness(testMesh, business.businessId, { role: "owner" });
  const path = `/v1/console/businesses/${business.businessId}`;
  await owner.call("PUT", `${path}/approval-policy`, { version: 0, rules: [rule] });
  const approvals = requireProcess(testMesh, "approvals");

  for (const change of [1, 2, 3]) {
    const args = { ...withdrawalArguments(ids), worker_id: `worker-${change}` };
    const proposed = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
    const { id } = proposed["approval"] as { id: string };
    await plan.killAtChange(approvals, "approvals", change);
    const dies = approvals.exited;
    const decision = { decision: "approve", revision: 1, policyVersion: 1 };
    const decided = owner.call("POST", `${path}/approvals/${id}/decision`, decision);
    await Promise.all([dies, decided.catch(() => undefined)]);
    await approvals.start();
    const read = async () => (await owner.call("GET", `${path}/approvals/${id}`)).body.status;
    await expect.poll(read, { timeout: 60_000 }).toBe("executed");
    const answer = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", {
      ...{ ...args, proposal_token: proposed["proposal_token"] },
    });
    expect(answer).toMatchObject({ status: "created" });
    expect(await listWithdrawals(testMesh, business)).toHaveLength(change);
    expect(await readCurrentStock(testMesh, business)).toBe(10 - change);
  }
}, 240_000);

test("while supply is away the yes is kept, and the withdrawal follows when it is back", async () => {
  const business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, 10);
  const owner = await joinBusiness(testMesh, business.businessId, { role: "owner" });
  const path = `/v1/console/businesses/${business.businessId}`;
  await owner.call("PUT", `${path}/approval-policy`, { version: 0, rules: [rule] });
  const proposed = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", withdrawalArguments(ids));
  const { id } = proposed["approval"] as { id: string };
  const supply = requireProcess(testMesh, "supply");
  supply.kill("SIGKILL");
  await supply.exited;
  const decision = { decision: "approve", revision: 1, policyVersion: 1 };
  expect(await owner.call("POST", `${path}/approvals/${id}/decision`, decision)).toMatchObject({ status: 200 });
  const read = async () => (await owner.call("GET", `${path}/approvals/${id}`)).body.status;
  expect(await read()).toBe("approved");
  await supply.start();
  await expect.poll(read, { timeout: 60_000 }).toBe("executed");
  expect(await listWithdrawals(testMesh, business)).toHaveLength(1);
}, 240_000);
