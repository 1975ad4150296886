import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import {
  withdrawalArguments,
  type Business,
  readCurrentStock,
  createCenterStock,
  listWithdrawals,
  type TestMesh,
  useSharedMesh,
} from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
beforeAll(async () => void (testMesh = await useSharedMesh()));

async function proposeWithdrawal(business: Business, args: object): Promise<object> {
  const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
  return { ...args, proposal_token };
}

describe("parallel withdrawals", () => {
  test("of 40 approvals for 7 units exactly 7 succeed, and the ledger agrees", async () => {
    const business = await testMesh.createBusiness();
    const { ids, centerStockId } = await createCenterStock(testMesh, business, 7);

    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        testMesh.callTool(business, "supply_approve_withdrawal", withdrawalArguments(ids)),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body["error"]}`))).toEqual(
      new Set(["422 insufficient_stock"]),
    );
    expect(await readCurrentStock(testMesh, business)).toBe(0);
    expect(await listWithdrawals(testMesh, business)).toHaveLength(7);
    const movements = await testMesh.callRest(
      business,
      "GET",
      `/v1/public/supply/center-stocks/${centerStockId}/movements`,
    );
    const deltas = (movements.body["items"] as { delta: number }[]).map(({ delta }) => delta);
    expect(deltas.reduce((sum, delta) => sum + delta, 0)).toBe(0);
    expect(deltas).toHaveLength(8);
  });
});

describe("an approval that is sent twice", () => {
  test("is one withdrawal with one id", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const approval = await proposeWithdrawal(business, withdrawalArguments({ ...ids, quantity: 4 }));

    const first = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
    const second = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);

    expect(second["_id"]).toBe(first["_id"]);
    expect(await readCurrentStock(testMesh, business)).toBe(6);
    expect(await listWithdrawals(testMesh, business)).toHaveLength(1);
  });

  test("is one withdrawal when it is sent ten times in parallel", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const approval = await proposeWithdrawal(business, withdrawalArguments(ids));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval)),
    );
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(await readCurrentStock(testMesh, business)).toBe(9);
  });

  test("is one withdrawal when the connection broke before the first answer", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const approval = await proposeWithdrawal(business, withdrawalArguments(ids));

    await sendAndDisconnect(business, { name: "supply_approve_withdrawal", arguments: approval });
    const repeated = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);

    const withdrawals = await listWithdrawals(testMesh, business);
    expect(withdrawals.map(({ _id }) => _id)).toEqual([repeated["_id"]]);
    expect(await readCurrentStock(testMesh, business)).toBe(9);
  });

  test("an Idempotency-Key has the same effect for a caller without a preview", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    const headers = { "idempotency-key": "order-17" };
    const approve = (args: object) =>
      testMesh.callTool(business, "supply_approve_withdrawal", withdrawalArguments({ ...ids, ...args }), { headers });
    const [first, second] = [await approve({}), await approve({})];
    expect(second.body["_id"]).toBe(first.body["_id"]);
    expect(await approve({ quantity: 2 })).toMatchObject({ status: 422, body: { error: "idempotency_conflict" } });
    expect(await readCurrentStock(testMesh, business)).toBe(9);
  });
});

describe("two approvals with equal contents", () => {
  test("are two withdrawals when they have no token and no key", async () => {
    const business = await testMesh.createBusiness();
    const { ids } = await createCenterStock(testMesh, business, 10);
    await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids));
    await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", withdrawalArguments(ids));
    expect(await listWithdrawals(testMesh, business)).toHaveLength(2);
  });
});

/** Sends a complete request and closes the socket immediately. */
function sendAndDisconnect({ key }: Business, call: object): Promise<void> {
  const { hostname, port } = new URL(testMesh.url);
  const body = JSON.stringify(call);
  const head = [
    "POST /mcp HTTP/1.1",
    `host: ${hostname}`,
    `x-api-key: ${key}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "",
    "",
  ].join("\r\n");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head + body, () => socket.destroy());
    });
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });
}
