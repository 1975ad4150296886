import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { CenterStockChangedSchema, StockLowSchema, type SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { unitsMax } from "../center-stocks/center-stocks.rules.js";
import { supply } from "../supply.js";
import {
  withdrawalRequest,
  createCenterStock,
  assertLedgerConsistent,
  countRecords,
  sendRest as send,
  type SupplyTenant,
} from "../testing.js";

// Runs on a real HTTP server, MongoDB and NATS. Every test has a business of its own.
let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

const root = "/v1/public/supply";

describe("receiving", () => {
  test("adds units, one ledger row and one event", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });

    const { status, body: answer } = await send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, {
      quantity: 5,
      note: "pedido 12",
    });

    expect(status).toBe(200);
    const { centerStockId, ids } = held;
    expect(answer).toMatchObject({ centerStockId, ...ids, delta: 5, quantityAfter: 15, note: "pedido 12" });
    expect(await held.currentStock()).toBe(15);
    expect((await held.movements())[1]).toMatchObject({ seq: 2, delta: 5, reason: "receiving", note: "pedido 12" });
    expect(await tenant.events(CenterStockChangedSchema)).toMatchObject([
      { centerStockId, ...ids, delta: 5, quantityAfter: 15, reason: "receiving", reference: answer["ref"] },
    ]);
  });

  test("sent twice with one Idempotency-Key adds once and answers the same", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const receive = (quantity: number) =>
      send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, { quantity }, "delivery-1");

    const first = await receive(5);
    const second = await receive(5);

    expect(second.body).toEqual(first.body);
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
    expect(await held.currentStock()).toBe(15);
    expect(await tenant.events(CenterStockChangedSchema)).toHaveLength(1);
    expect(await receive(6)).toMatchObject({ status: 422, body: { error: "idempotency_conflict" } });
  });

  test("loses no unit when it runs in parallel with withdrawals", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 20 });
    const works = Array.from({ length: 12 }, (_, index) =>
      index % 2
        ? tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 2 }))
        : send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, { quantity: 3 }),
    );
    await Promise.all(works);
    expect(await held.currentStock()).toBe(20 - 6 * 2 + 6 * 3);
    await assertLedgerConsistent(held);
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
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const { status, body: answer } = await send(tenant, "POST", `/center-stocks/${held.centerStockId}/receive`, body);
    expect({ status, error: answer["error"] }).toEqual({ status: 422, error: "invalid_argument" });
    expect(answer["detail"]).toContain(says);
    expect(await held.currentStock()).toBe(10);
  });

  test("a quantity above the maximum is refused", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const path = `/center-stocks/${held.centerStockId}/receive`;
    expect(await send(tenant, "POST", path, { quantity: unitsMax })).toMatchObject({
      status: 422,
      body: { error: "stock_limit_exceeded" },
    });
    expect(await send(tenant, "POST", path, { quantity: unitsMax - 10 })).toMatchObject({ status: 200 });
    expect((await tenant.rpc.listServiceCenterStocks({})).items[0]?.currentStock).toBe(unitsMax);
  });
});

describe("a count", () => {
  test("with the stock that was read before it is refused when units have left since, and changes nothing", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 48 });
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 5 }));
    const path = `/center-stocks/${held.centerStockId}/count`;
    expect(await send(tenant, "POST", path, { counted: 50, expectedStock: 48 })).toMatchObject({
      status: 409,
      body: { error: "stock_changed", detail: expect.stringContaining("43; 48") },
    });
    expect(await held.currentStock()).toBe(43);
    const count = { counted: 50, expectedStock: 43 };
    const counted = await send(tenant, "POST", path, count, "count-1");
    expect(counted.body).toMatchObject({ delta: 7, quantityAfter: 50 });
    expect(await send(tenant, "POST", path, count, "count-1")).toMatchObject({ body: counted.body, isReplayed: true });
  });

  test("sets the counted quantity and writes the difference as a ledger row", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10, minStockAlert: 5 });
    const path = `/center-stocks/${held.centerStockId}/count`;

    expect((await send(tenant, "POST", path, { counted: 4 })).body).toMatchObject({ delta: -6, quantityAfter: 4 });
    expect((await send(tenant, "POST", path, { counted: 12 })).body).toMatchObject({ delta: 8, quantityAfter: 12 });

    expect((await held.movements()).map(({ delta, reason }) => [delta, reason])).toEqual([
      [10, "initial"],
      [-6, "count"],
      [8, "count"],
    ]);
    await assertLedgerConsistent(held);
    const names = { productName: "Guantes", serviceCenterName: "Centro Norte" };
    expect(await tenant.events(StockLowSchema)).toMatchObject([{ ...names, currentStock: 4, reason: "count" }]);
  });

  test("that confirms the quantity writes a row and publishes nothing", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const { status } = await send(tenant, "POST", `/center-stocks/${held.centerStockId}/count`, { counted: 10 });
    expect(status).toBe(200);
    expect((await held.movements())[1]).toMatchObject({ seq: 2, delta: 0, quantityAfter: 10, reason: "count" });
    expect(await tenant.events(CenterStockChangedSchema)).toEqual([]);
  });
});

describe("a transfer", () => {
  async function givenTwoCenters(tenant: SupplyTenant, there = 0) {
    const from = await createCenterStock(tenant, { currentStock: 10, minStockAlert: 8 });
    const to = await createCenterStock(tenant, { stockId: from.ids.stockId, currentStock: there });
    const { stockId, serviceCenterId: fromCenterId } = from.ids;
    const transfer = { stockId, fromCenterId, toCenterId: to.ids.serviceCenterId };
    return { from, to, transfer };
  }

  test("takes units from one center and adds them to the other, with two ledger rows and one reference", async () => {
    const tenant = service.newTenant();
    const { from, to, transfer } = await givenTwoCenters(tenant);

    const { status, body: answer } = await send(tenant, "POST", "/transfers", { ...transfer, quantity: 4 });

    expect(status).toBe(201);
    expect([await from.currentStock(), await to.currentStock()]).toEqual([6, 4]);
    const ref = answer["_id"];
    expect((await from.movements())[1]).toMatchObject({ delta: -4, reason: "transfer", ref });
    expect((await to.movements())[1]).toMatchObject({ delta: 4, reason: "transfer", ref });
    expect(await tenant.events(CenterStockChangedSchema)).toHaveLength(2);
    expect(await tenant.events(StockLowSchema)).toMatchObject([{ ...from.ids, currentStock: 6, reason: "transfer" }]);
  });

  test("above the stock of the sending center moves nothing", async () => {
    const tenant = service.newTenant();
    const { from, to, transfer } = await givenTwoCenters(tenant);
    expect(await send(tenant, "POST", "/transfers", { ...transfer, quantity: 11 })).toMatchObject({
      status: 422,
      body: { error: "insufficient_stock", detail: "The center holds 10; 11 were asked for." },
    });
    expect([await from.currentStock(), await to.currentStock()]).toEqual([10, 0]);
    expect(await countRecords(tenant)).toMatchObject({ stock_movements: 2 });
  });

  test("and another in the opposite direction at the same time keep the sum", async () => {
    const tenant = service.newTenant();
    const { from, to, transfer } = await givenTwoCenters(tenant, 10);
    const back = { ...transfer, fromCenterId: transfer.toCenterId, toCenterId: transfer.fromCenterId };
    const all = Array.from({ length: 16 }, (_, index) =>
      send(tenant, "POST", "/transfers", { ...(index % 2 ? transfer : back), quantity: 1 }),
    );
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([201]));
    expect([await from.currentStock(), await to.currentStock()]).toEqual([10, 10]);
    await Promise.all([from, to].map(assertLedgerConsistent));
  });

  test("sent twice with one Idempotency-Key moves once", async () => {
    const tenant = service.newTenant();
    const { from, transfer } = await givenTwoCenters(tenant);
    const move = () => send(tenant, "POST", "/transfers", { ...transfer, quantity: 10 }, "move-1");
    const [first, second] = [await move(), await move()];
    expect(second.body).toEqual(first.body);
    expect(await from.currentStock()).toBe(0);
  });

  test("to a center of another business is refused like one to an unknown center", async () => {
    const tenant = service.newTenant();
    const { from, transfer } = await givenTwoCenters(tenant);
    const { ids } = await createCenterStock(service.newTenant());
    const answers = [ids.serviceCenterId, "no_such_id"].map(async (toCenterId) => {
      const { status, body: answer } = await send(tenant, "POST", "/transfers", {
        ...transfer,
        toCenterId,
        quantity: 1,
      });
      return { status, error: answer["error"], detail: String(answer["detail"]).replace(toCenterId, "<id>") };
    });
    const [ofOtherTenant, unknown] = await Promise.all(answers);
    expect(ofOtherTenant).toEqual(unknown);
    expect(ofOtherTenant).toMatchObject({ status: 404, error: "center_not_found" });
    expect(await from.currentStock()).toBe(10);
  });
});

describe("the ledger", () => {
  test("is listed page by page, the newest row first", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const path = `/center-stocks/${held.centerStockId}`;
    await send(tenant, "POST", `${path}/receive`, { quantity: 5 });
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 2 }));

    const { body: first } = await send(tenant, "GET", `${path}/movements?limit=2`);
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
    const { body: rest } = await send(tenant, "GET", `${path}/movements?limit=2&cursor=${cursor}`);
    expect(rest).toMatchObject({ items: [{ seq: 1, reason: "initial" }], has_more: false });
    expect(rest).not.toHaveProperty("next_cursor");
  });

  test("is listed by the tool, by reason and by date", async () => {
    const tenant = service.newTenant();
    const { ids, centerStockId } = await createCenterStock(tenant, { currentStock: 10 });
    await send(tenant, "POST", `/center-stocks/${centerStockId}/receive`, { quantity: 5, note: "pedido 12" });
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...ids, quantity: 2 }));
    const seqs = async (filter: object) =>
      (await tenant.rpc.listMovements({ centerStockId, ...filter })).items.map(({ seq }) => seq);

    const { items } = await tenant.rpc.listMovements({ centerStockId, limit: 2 });
    expect(items).toMatchObject([
      { seq: 3, delta: -2, quantityAfter: 13, reason: "withdrawal", actor: "key_test" },
      { seq: 2, delta: 5, quantityAfter: 15, reason: "receiving", note: "pedido 12" },
    ]);
    expect(await seqs({ reason: "receiving" })).toEqual([2]);
    expect(await seqs({ dateFrom: "2020-01-01", dateTo: "2100-12-31" })).toEqual([3, 2, 1]);
    expect(await seqs({ dateTo: "2020-01-01" })).toEqual([]);
    const first = await tenant.rpc.listMovements({ centerStockId, limit: 2 });
    expect(await seqs({ limit: 2, cursor: first.nextCursor })).toEqual([1]);
    await expect(seqs({ reason: "receiving", cursor: first.nextCursor })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  });

  test("of another business's center stock is, for the tool, that of one that does not exist", async () => {
    const { centerStockId } = await createCenterStock(service.newTenant());
    const { rpc } = service.newTenant();
    for (const id of [centerStockId, "no_such_id"])
      await expect(rpc.listMovements({ centerStockId: id })).rejects.toMatchObject({ code: "center_stock_not_found" });
  });

  test.each(["GET movements", "POST receive", "POST count"])(
    "%s of another business's center stock is of one that does not exist",
    async (route) => {
      const { centerStockId } = await createCenterStock(service.newTenant());
      const otherTenant = service.newTenant();
      const [method = "", action = ""] = route.split(" ");
      const body = { receive: { quantity: 1 }, count: { counted: 1 } }[action];
      const answers = [centerStockId, "no_such_id"].map(async (id) => {
        const { status, body: answer } = await send(otherTenant, method, `/center-stocks/${id}/${action}`, body);
        return { status, error: answer["error"], detail: String(answer["detail"]).replace(id, "<id>") };
      });
      const [ofOtherTenant, unknown] = await Promise.all(answers);
      expect(ofOtherTenant).toEqual(unknown);
      expect(ofOtherTenant).toMatchObject({ status: 404, error: "center_stock_not_found" });
    },
  );

  test("a request that did not come through the gateway is refused", async () => {
    const response = await fetch(`${service.httpUrl}${root}/center-stocks/cst_1/movements`);
    expect(response.status).toBe(401);
  });
});
