import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aWithdrawal,
  type Business,
  currentStock,
  givenCenterStock,
  history,
  type House,
  startHouse,
} from "./support/house.js";

let house: House;
beforeAll(async () => void (house = await startHouse({ services: ["supply"] })));
afterAll(() => house.stop());

async function proposed(business: Business, args: object): Promise<object> {
  const { proposal_token } = await house.done(business, "supply_propose_withdrawal", args);
  return { ...args, proposal_token };
}

describe("many withdrawals at once", () => {
  test("of 40 approvals on 7 units exactly 7 succeed, and the books agree", async () => {
    const business = await house.newBusiness();
    const { ids, centerStockId } = await givenCenterStock(house, business, 7);

    const answers = await Promise.all(
      Array.from({ length: 40 }, () => house.tool(business, "supply_approve_withdrawal", aWithdrawal(ids))),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body["error"]}`))).toEqual(
      new Set(["422 insufficient_stock"]),
    );
    expect(await currentStock(house, business)).toBe(0);
    expect(await history(house, business)).toHaveLength(7);
    const movements = await house.rest(business, "GET", `/v1/public/supply/center-stocks/${centerStockId}/movements`);
    const deltas = (movements.body["items"] as { delta: number }[]).map(({ delta }) => delta);
    expect(deltas.reduce((sum, delta) => sum + delta, 0)).toBe(0);
    expect(deltas).toHaveLength(8);
  });
});

describe("one approval that arrives twice", () => {
  test("is one withdrawal with one id", async () => {
    const business = await house.newBusiness();
    const { ids } = await givenCenterStock(house, business, 10);
    const approval = await proposed(business, aWithdrawal({ ...ids, quantity: 4 }));

    const first = await house.done(business, "supply_approve_withdrawal", approval);
    const second = await house.done(business, "supply_approve_withdrawal", approval);

    expect(second["_id"]).toBe(first["_id"]);
    expect(await currentStock(house, business)).toBe(6);
    expect(await history(house, business)).toHaveLength(1);
  });

  test("ten times at the same moment is one withdrawal too", async () => {
    const business = await house.newBusiness();
    const { ids } = await givenCenterStock(house, business, 10);
    const approval = await proposed(business, aWithdrawal(ids));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => house.done(business, "supply_approve_withdrawal", approval)),
    );
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    expect(await currentStock(house, business)).toBe(9);
  });

  test("is one withdrawal when the line was cut before the first answer came", async () => {
    const business = await house.newBusiness();
    const { ids } = await givenCenterStock(house, business, 10);
    const approval = await proposed(business, aWithdrawal(ids));

    await sendAndHangUp(business, { name: "supply_approve_withdrawal", arguments: approval });
    const repeated = await house.done(business, "supply_approve_withdrawal", approval);

    const withdrawals = await history(house, business);
    expect(withdrawals.map(({ _id }) => _id)).toEqual([repeated["_id"]]);
    expect(await currentStock(house, business)).toBe(9);
  });

  test("an Idempotency-Key does the same for a caller without a preview", async () => {
    const business = await house.newBusiness();
    const { ids } = await givenCenterStock(house, business, 10);
    const headers = { "idempotency-key": "order-17" };
    const approve = (args: object) =>
      house.tool(business, "supply_approve_withdrawal", aWithdrawal({ ...ids, ...args }), { headers });
    const [first, second] = [await approve({}), await approve({})];
    expect(second.body["_id"]).toBe(first.body["_id"]);
    expect(await approve({ quantity: 2 })).toMatchObject({ status: 422, body: { error: "idempotency_conflict" } });
    expect(await currentStock(house, business)).toBe(9);
  });
});

describe("one approval twice by intention", () => {
  test("is two withdrawals: equal contents are no repeat", async () => {
    const business = await house.newBusiness();
    const { ids } = await givenCenterStock(house, business, 10);
    await house.done(business, "supply_approve_withdrawal", aWithdrawal(ids));
    await house.done(business, "supply_approve_withdrawal", aWithdrawal(ids));
    expect(await history(house, business)).toHaveLength(2);
  });
});

/** Sends a whole request and closes the socket as soon as it is on its way. */
function sendAndHangUp({ key }: Business, call: object): Promise<void> {
  const { hostname, port } = new URL(house.url);
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
