import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { StockLowSchema, type SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supply } from "./supply.js";
import { aCenter, aCenterStock, aStock, givenCenterStock, rowCounts, type SupplyTenant } from "./testing.js";

// Real gRPC, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

async function givenIds(tenant: SupplyTenant, totalStock = 1000) {
  const { id: serviceCenterId } = await tenant.rpc.createServiceCenter(aCenter());
  const { id: stockId } = await tenant.rpc.createStock(aStock({ totalStock }));
  return { stockId, serviceCenterId };
}

describe("supply_propose_service_center_stock", () => {
  test("shows what would be created with both names, and writes nothing", async () => {
    const tenant = service.newTenant();
    const ids = await givenIds(tenant);
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeServiceCenterStock(aCenterStock(ids));
      expect(preview).toMatchObject({
        ...ids,
        productName: "Guantes",
        serviceCenterName: "Centro Norte",
        currentStock: 10,
        minStockAlert: 5,
        criticality: "medium",
      });
      expect(checks.every(({ ok }) => ok)).toBe(true);
      expect(warnings).toEqual([]);
    });
    expect(writes).toEqual([]);
  });

  test("warns when the centers would hold more than the total, counting all of them", async () => {
    const tenant = service.newTenant();
    const { stockId, serviceCenterId } = await givenIds(tenant, 50);
    await givenCenterStock(tenant, { stockId, currentStock: 30 });
    const propose = (currentStock: number) =>
      tenant.rpc.proposeServiceCenterStock(aCenterStock({ stockId, serviceCenterId, currentStock }));

    expect((await propose(20)).warnings).toEqual([]);
    expect((await propose(21)).warnings).toEqual([
      "The centers hold 51 in all, more than the catalogue's total of 50.",
    ]);
  });
});

describe("supply_create_service_center_stock", () => {
  test("creates what was previewed, with the first row of its ledger", async () => {
    const tenant = service.newTenant();
    const request = aCenterStock({ ...(await givenIds(tenant)), currentStock: 12, criticality: "high" });

    const { preview } = await tenant.rpc.proposeServiceCenterStock(request);
    const created = await tenant.rpc.createServiceCenterStock(request);

    expect(created.status).toBe("created");
    const { items } = await tenant.rpc.listServiceCenterStocks({});
    const { stockId, serviceCenterId, productName, currentStock, minStockAlert, criticality } = preview!;
    const promised = { stockId, serviceCenterId, productName, currentStock, minStockAlert, criticality };
    expect(items).toEqual([expect.objectContaining({ id: created.id, ...promised })]);
    const ledger = await tenant.scope().collection("stock_movements").find({});
    expect(ledger).toMatchObject([
      { centerStockId: created.id, seq: 1, delta: 12, quantityAfter: 12, reason: "initial" },
    ]);
  });

  test("a stock that begins low has crossed nothing and is not announced", async () => {
    const tenant = service.newTenant();
    await givenCenterStock(tenant, { currentStock: 1, minStockAlert: 5 });
    expect(await tenant.events(StockLowSchema)).toEqual([]);
  });

  test("is refused the second time, previewed or not", async () => {
    const tenant = service.newTenant();
    const { ids } = await givenCenterStock(tenant);
    const refusal = { code: "center_stock_exists" };
    await expect(tenant.rpc.proposeServiceCenterStock(aCenterStock(ids))).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.createServiceCenterStock(aCenterStock(ids))).rejects.toMatchObject(refusal);
    expect(await rowCounts(tenant)).toMatchObject({ centerStocks: 1, stock_movements: 1 });
  });

  test("of eight at once exactly one is created", async () => {
    const tenant = service.newTenant();
    const request = aCenterStock(await givenIds(tenant));

    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => tenant.rpc.createServiceCenterStock(request)),
    );

    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refusals).toEqual(Array.from({ length: 7 }, () => expect.objectContaining({ code: "center_stock_exists" })));
    expect(await rowCounts(tenant)).toMatchObject({ centerStocks: 1, stock_movements: 1 });
  });

  test("sent twice with one idempotency key it is created once and answers the same", async () => {
    const tenant = service.newTenant();
    const request = aCenterStock(await givenIds(tenant));
    const send = () => tenant.rpc.createServiceCenterStock(request, { idempotencyKey: "yes-1" });
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await rowCounts(tenant)).toMatchObject({ centerStocks: 1, stock_movements: 1 });
  });

  test("an id of another business and an id of nobody get the same answer", async () => {
    const [owner, stranger] = [service.newTenant(), service.newTenant()];
    const foreign = await givenIds(owner);
    const own = await givenIds(stranger);
    for (const [field, code] of [
      ["serviceCenterId", "center_not_found"],
      ["stockId", "stock_not_found"],
    ] as const) {
      const answers = [foreign[field], "no_such_id"].map(async (id) => {
        const request = aCenterStock({ ...own, [field]: id });
        const propose: unknown = await stranger.rpc.proposeServiceCenterStock(request).catch((error: unknown) => error);
        const create: unknown = await stranger.rpc.createServiceCenterStock(request).catch((error: unknown) => error);
        expect(create).toEqual(propose);
        expect(create).toMatchObject({ code });
        return (create as Error).message.replace(id, "<id>");
      });
      const [forForeign, forNobody] = await Promise.all(answers);
      expect(forForeign).toBe(forNobody);
    }
    expect(await rowCounts(stranger)).toMatchObject({ centerStocks: 0 });
  });
});

describe("supply_list_service_center_stocks", () => {
  test("shows all centers, or one, with the product's name", async () => {
    const tenant = service.newTenant();
    const north = await givenCenterStock(tenant);
    const south = await givenCenterStock(tenant, { stockId: north.ids.stockId });

    const all = await tenant.rpc.listServiceCenterStocks({});
    expect(all.items.map(({ id }) => id)).toEqual([south.centerStockId, north.centerStockId]);
    const one = await tenant.rpc.listServiceCenterStocks({ serviceCenterId: north.ids.serviceCenterId });
    expect(one.items).toMatchObject([{ id: north.centerStockId, productName: "Guantes", currentStock: 10 }]);
  });

  test("of a center of another business it shows nothing, as of a center of nobody", async () => {
    const { ids } = await givenCenterStock(service.newTenant());
    const stranger = service.newTenant();
    for (const serviceCenterId of [ids.serviceCenterId, "no_such_id"]) {
      expect((await stranger.rpc.listServiceCenterStocks({ serviceCenterId })).items).toEqual([]);
    }
  });
});

describe("supply_get_low_stock_alerts", () => {
  test("shows what is below its alert, the most critical first, then the emptiest, page by page", async () => {
    const tenant = service.newTenant();
    const { serviceCenterId } = await givenIds(tenant);
    const shelves = [
      { name: "low half", currentStock: 5, minStockAlert: 10, criticality: "low" },
      { name: "high nearly full", currentStock: 9, minStockAlert: 10, criticality: "high" },
      { name: "at its alert", currentStock: 10, minStockAlert: 10, criticality: "high" },
      { name: "high third", currentStock: 1, minStockAlert: 3, criticality: "high" },
      { name: "medium empty", currentStock: 0, minStockAlert: 1, criticality: "medium" },
      { name: "no alert", currentStock: 0, minStockAlert: 0, criticality: "high" },
    ];
    for (const { name, ...held } of shelves) {
      const { id: stockId } = await tenant.rpc.createStock(aStock({ productName: name }));
      await tenant.rpc.createServiceCenterStock(aCenterStock({ stockId, serviceCenterId, ...held }));
    }
    const expected = ["high third", "high nearly full", "medium empty", "low half"];

    const all = await tenant.rpc.getLowStockAlerts({});
    expect(all.items.map(({ productName }) => productName)).toEqual(expected);
    expect(all.items[0]).toMatchObject({ currentStock: 1, minStockAlert: 3, criticality: "high" });

    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const page = await tenant.rpc.getLowStockAlerts({ limit: 1, cursor });
      seen.push(...page.items.map(({ productName }) => productName));
      ({ nextCursor: cursor, hasMore: more } = page);
    }
    expect(seen).toEqual(expected);
  });

  test("shows nothing of another business", async () => {
    await givenCenterStock(service.newTenant(), { currentStock: 1, minStockAlert: 5 });
    expect((await service.newTenant().rpc.getLowStockAlerts({})).items).toEqual([]);
  });
});
