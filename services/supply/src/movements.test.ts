import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { CenterStockChangedSchema, StockLowSchema, type SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unitsMax } from "./center-stocks.rules.js";
import { supply } from "./supply.js";
import { aWithdrawal, givenCenterStock, isSound, rowCounts, type SupplyTenant } from "./testing.js";

// Real HTTP, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

const root = "/v1/public/supply";

async function send(tenant: SupplyTenant, method: string, path: string, body?: unknown, key?: string) {
  const headers = key && { headers: { "idempotency-key": key } };
  const response = await tenant.http(method, `${root}${path}`, { ...headers, ...(body !== undefined && { body }) });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer, isReplayed: response.headers.get("idempotent-replayed") === "true" };
}

describe("receiving", () => {
  test("adds units, with its row and its event", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });

    const { status, answer } = await send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, {
      quantity: 5,
      note: "pedido 12",
    });

    expect(status).toBe(201);
    const { centerStockId, ids } = held;
    expect(answer).toMatchObject({ centerStockId, ...ids, delta: 5, stockBefore: 10, stockAfter: 15 });
    expect(await held.currentStock()).toBe(15);
    expect((await held.movements())[1]).toMatchObject({ seq: 2, delta: 5, reason: "receiving", note: "pedido 12" });
    expect(await tenant.events(CenterStockChangedSchema)).toMatchObject([
      { centerStockId, ...ids, delta: 5, quantityAfter: 15, reason: "receiving", reference: answer["_id"] },
    ]);
  });

  test("sent twice with one Idempotency-Key adds once and answers the same", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });
    const receive = (quantity: number) =>
      send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, { quantity }, "delivery-1");

    const first = await receive(5);
    const second = await receive(5);

    expect(second.answer).toEqual(first.answer);
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
    expect(await held.currentStock()).toBe(15);
    expect(await tenant.events(CenterStockChangedSchema)).toHaveLength(1);
    expect(await receive(6)).toMatchObject({ status: 422, answer: { error: "idempotency_conflict" } });
  });

  test("beside withdrawals loses nothing", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 20 });
    const works = Array.from({ length: 12 }, (_, index) =>
      index % 2
        ? tenant.rpc.approveWithdrawal(aWithdrawal({ ...held.ids, quantity: 2 }))
        : send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, { quantity: 3 }),
    );
    await Promise.all(works);
    expect(await held.currentStock()).toBe(20 - 6 * 2 + 6 * 3);
    await isSound(held);
  });

  test.each([
    { body: { quantity: 0 }, says: "quantity" },
    { body: { quantity: 1.5 }, says: "quantity" },
    { body: { quantity: "5" }, says: "quantity" },
    { body: {}, says: "quantity" },
    { body: { quantity: { $gt: 0 } }, says: "quantity" },
    { body: { quantity: 1, currentStock: 99 }, says: "currentStock" },
  ])("refuses $body", async ({ body, says }) => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });
    const { status, answer } = await send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, body);
    expect({ status, error: answer["error"] }).toEqual({ status: 422, error: "invalid_argument" });
    expect(answer["detail"]).toContain(says);
    expect(await held.currentStock()).toBe(10);
  });

  test("more than can be counted is refused", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });
    const path = `/center-stocks/${held.centerStockId}/receive`;
    expect(await send(tenant, "POST", path, { quantity: unitsMax })).toMatchObject({
      status: 422,
      answer: { error: "stock_limit_exceeded" },
    });
    expect(await send(tenant, "POST", path, { quantity: unitsMax - 10 })).toMatchObject({ status: 201 });
    expect((await tenant.rpc.listServiceCenterStocks({})).items[0]?.currentStock).toBe(unitsMax);
  });
});

describe("a count", () => {
  test("sets what was counted and writes the difference", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10, minStockAlert: 5 });
    const path = `/center-stocks/${held.centerStockId}/count`;

    expect((await send(tenant, "POST", path, { counted: 4 })).answer).toMatchObject({ delta: -6, stockAfter: 4 });
    expect((await send(tenant, "POST", path, { counted: 12 })).answer).toMatchObject({ delta: 8, stockAfter: 12 });

    expect((await held.movements()).map(({ delta, reason }) => [delta, reason])).toEqual([
      [10, "initial"],
      [-6, "count"],
      [8, "count"],
    ]);
    await isSound(held);
    expect(await tenant.events(StockLowSchema)).toMatchObject([{ currentStock: 4, reason: "count" }]);
  });

  test("that finds what the books say leaves a row and announces nothing", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });
    const { status } = await send(tenant, "POST", `/center-stocks/${held.centerStockId}/count`, { counted: 10 });
    expect(status).toBe(201);
    expect((await held.movements())[1]).toMatchObject({ seq: 2, delta: 0, quantityAfter: 10, reason: "count" });
    expect(await tenant.events(CenterStockChangedSchema)).toEqual([]);
  });
});

describe("a transfer", () => {
  async function givenTwoCenters(tenant: SupplyTenant, there = 0) {
    const from = await givenCenterStock(tenant, { currentStock: 10, minStockAlert: 8 });
    const to = await givenCenterStock(tenant, { stockId: from.ids.stockId, currentStock: there });
    const { stockId, serviceCenterId: fromCenterId } = from.ids;
    const transfer = { stockId, fromCenterId, toCenterId: to.ids.serviceCenterId };
    return { from, to, transfer };
  }

  test("takes here and adds there, with two rows of one reference", async () => {
    const tenant = service.newTenant();
    const { from, to, transfer } = await givenTwoCenters(tenant);

    const { status, answer } = await send(tenant, "POST", "/transfers", { ...transfer, quantity: 4 });

    expect(status).toBe(201);
    expect([await from.currentStock(), await to.currentStock()]).toEqual([6, 4]);
    const ref = answer["_id"];
    expect((await from.movements())[1]).toMatchObject({ delta: -4, reason: "transfer", ref });
    expect((await to.movements())[1]).toMatchObject({ delta: 4, reason: "transfer", ref });
    expect(await tenant.events(CenterStockChangedSchema)).toHaveLength(2);
    expect(await tenant.events(StockLowSchema)).toMatchObject([{ ...from.ids, currentStock: 6, reason: "transfer" }]);
  });

  test("of more than is there moves nothing", async () => {
    const tenant = service.newTenant();
    const { from, to, transfer } = await givenTwoCenters(tenant);
    expect(await send(tenant, "POST", "/transfers", { ...transfer, quantity: 11 })).toMatchObject({
      status: 422,
      answer: { error: "insufficient_stock", detail: "The center holds 10; 11 were asked for." },
    });
    expect([await from.currentStock(), await to.currentStock()]).toEqual([10, 0]);
    expect(await rowCounts(tenant)).toMatchObject({ stock_movements: 2 });
  });

  test("that crosses another keeps the sum", async () => {
    const tenant = service.newTenant();
    const { from, to, transfer } = await givenTwoCenters(tenant, 10);
    const back = { ...transfer, fromCenterId: transfer.toCenterId, toCenterId: transfer.fromCenterId };
    const all = Array.from({ length: 16 }, (_, index) =>
      send(tenant, "POST", "/transfers", { ...(index % 2 ? transfer : back), quantity: 1 }),
    );
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([201]));
    expect([await from.currentStock(), await to.currentStock()]).toEqual([10, 10]);
    await Promise.all([from, to].map(isSound));
  });

  test("sent twice with one Idempotency-Key moves once", async () => {
    const tenant = service.newTenant();
    const { from, transfer } = await givenTwoCenters(tenant);
    const move = () => send(tenant, "POST", "/transfers", { ...transfer, quantity: 10 }, "move-1");
    const [first, second] = [await move(), await move()];
    expect(second.answer).toEqual(first.answer);
    expect(await from.currentStock()).toBe(0);
  });

  test("to another business's center is one to a center that does not exist", async () => {
    const tenant = service.newTenant();
    const { from, transfer } = await givenTwoCenters(tenant);
    const { ids } = await givenCenterStock(service.newTenant());
    const answers = [ids.serviceCenterId, "no_such_id"].map(async (toCenterId) => {
      const { status, answer } = await send(tenant, "POST", "/transfers", { ...transfer, toCenterId, quantity: 1 });
      return { status, error: answer["error"], detail: String(answer["detail"]).replace(toCenterId, "<id>") };
    });
    const [foreign, nobody] = await Promise.all(answers);
    expect(foreign).toEqual(nobody);
    expect(foreign).toMatchObject({ status: 404, error: "center_not_found" });
    expect(await from.currentStock()).toBe(10);
  });
});

describe("the ledger", () => {
  test("is shown from the newest row on, page by page", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });
    const path = `/center-stocks/${held.centerStockId}`;
    await send(tenant, "POST", `${path}/receive`, { quantity: 5 });
    await tenant.rpc.approveWithdrawal(aWithdrawal({ ...held.ids, quantity: 2 }));

    const { answer: first } = await send(tenant, "GET", `${path}/movements?limit=2`);
    expect(first).toMatchObject({
      items: [
        { seq: 3, delta: -2, quantityAfter: 13, reason: "withdrawal", actor: "key_test" },
        { seq: 2, delta: 5, quantityAfter: 15, reason: "receiving" },
      ],
      count: 2,
      has_more: true,
    });
    expect(JSON.stringify(first)).not.toContain("businessId");
    const cursor = String(first["next_cursor"]);
    const { answer: rest } = await send(tenant, "GET", `${path}/movements?limit=2&cursor=${cursor}`);
    expect(rest).toMatchObject({ items: [{ seq: 1, reason: "initial" }], has_more: false });
    expect(rest).not.toHaveProperty("next_cursor");
  });

  test.each(["GET movements", "POST receive", "POST count"])(
    "%s of another business's center stock is of one that does not exist",
    async (door) => {
      const { centerStockId } = await givenCenterStock(service.newTenant());
      const stranger = service.newTenant();
      const [method = "", action = ""] = door.split(" ");
      const body = { receive: { quantity: 1 }, count: { counted: 1 } }[action];
      const answers = [centerStockId, "no_such_id"].map(async (id) => {
        const { status, answer } = await send(stranger, method, `/center-stocks/${id}/${action}`, body);
        return { status, error: answer["error"], detail: String(answer["detail"]).replace(id, "<id>") };
      });
      const [foreign, nobody] = await Promise.all(answers);
      expect(foreign).toEqual(nobody);
      expect(foreign).toMatchObject({ status: 404, error: "center_stock_not_found" });
    },
  );

  test("a request that did not come through the gateway is refused", async () => {
    const response = await fetch(`${service.httpUrl}${root}/center-stocks/cst_1/movements`);
    expect(response.status).toBe(401);
  });
});
