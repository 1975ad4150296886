import { beforeAll, describe, expect, test } from "vitest";
import { type Business, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { joinBusiness, type Person } from "./support/people/people.js";

// People approve what agents want to write, and the server does it.

const rule = {
  ...{ name: "Withdrawals", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false },
  ...{ callers: [], atLeast: null, needs: "one", lapsesAfterHours: 24 },
};

let testMesh: TestMesh;
beforeAll(async () => void (testMesh = await useSharedMesh()));

interface StockedBusiness extends Business {
  stockId: string;
  centerId: string;
  centerStockId: string;
}

/** A business whose center holds 100 units of a product. */
async function createStocked(): Promise<StockedBusiness> {
  const business = await testMesh.createBusiness({ toolsets: ["all"] });
  const create = async (tool: string, args: object) =>
    String((await testMesh.callToolOrThrow(business, tool, args))["_id"]);
  const stockId = await create("supply_create_stock", { product_name: "Gloves", total_stock: 100, min_stock_alert: 1 });
  const centerId = await create("supply_create_service_center", { name: "North", address: "First street 1" });
  const held = { stock_id: stockId, service_center_id: centerId, current_stock: 100, min_stock_alert: 1 };
  return { ...business, stockId, centerId, centerStockId: await create("supply_create_service_center_stock", held) };
}

/** A business with rules, its agent and a person who decides. */
async function createApproving(rules: object[] = [rule]) {
  const own = await createStocked();
  const owner = await joinBusiness(testMesh, own.businessId, { role: "owner" });
  const path = `/v1/console/businesses/${own.businessId}`;
  const set = await setRules(owner, path, 0, rules);
  expect(set).toMatchObject({ status: 200, body: { version: 1 } });
  return { own, owner, path };
}

const setRules = (person: Person, path: string, version: number, rules: object[]) =>
  person.call("PUT", `${path}/approval-policy`, { version, rules });

const withdrawal = ({ stockId, centerId }: StockedBusiness, quantity = 1) => ({
  ...{ stock_id: stockId, service_center_id: centerId },
  ...{ worker_id: "worker-1", email: "worker@example.com", quantity },
});

async function propose(own: StockedBusiness, args: object) {
  const proposed = await testMesh.callToolOrThrow(own, "supply_propose_withdrawal", args);
  const approve = (business: Business = own) =>
    testMesh.callTool(business, "supply_approve_withdrawal", { ...args, proposal_token: proposed["proposal_token"] });
  return { proposed, approve, approval: proposed["approval"] as { id: string; url: string; status: string } | undefined };
}

async function decide(person: Person, path: string, id: string, decision: object) {
  const { body } = await person.call("GET", `${path}/approvals/${id}`);
  const { revision, policyVersion } = body;
  return person.call("POST", `${path}/approvals/${id}/decision`, { revision, policyVersion, ...decision });
}

describe("a rule for withdrawals", () => {
  test("holds a proposal until a person approves; then the server writes, and the agent's call gets the same answer however often", async () => {
    const { own, owner, path } = await createApproving();
    const { proposed, approve, approval } = await propose(own, withdrawal(own));
    expect(proposed).toMatchObject({
      approval: { id: expect.stringMatching(/^apr_/), status: "pending", url: expect.stringContaining("/approvals/apr_") },
      next_step: expect.stringContaining("A person has to approve this"),
    });
    const waiting = await approve();
    expect(waiting).toMatchObject({
      status: 200,
      body: { status: "approval_pending", approval: { id: approval?.id }, ask_again_seconds: 10 },
    });
    const before = await readStock(own);
    const decided = await decide(owner, path, approval?.id ?? "", { decision: "approve" });
    expect(decided).toMatchObject({ status: 200, body: { _id: approval?.id } });
    await expect.poll(async () => (await approve()).body["status"]).toBe("created");
    const [first, again] = [await approve(), await approve()];
    expect(first.body).toMatchObject({ _id: expect.stringMatching(/^wdr_/), status: "created" });
    expect(again.body).toEqual(first.body);
    expect(await readStock(own)).toBe(before - 1);
    expect((await owner.call("GET", `${path}/approvals/${approval?.id}`)).body).toMatchObject({
      ...{ status: "executed", answer: first.body, history: { executed: 1, rejected: 0 } },
      askedBy: { id: own.keyId, kind: "key" },
      decisions: [{ decision: "approve", withProof: false }],
    });
  });
});

async function readStock(own: StockedBusiness): Promise<number> {
  const { body } = await testMesh.callRest(own, "GET", `/v1/public/supply/center-stocks/${own.centerStockId}`);
  return Number(body["currentStock"]);
}
