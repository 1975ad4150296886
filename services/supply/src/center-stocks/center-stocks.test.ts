import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { StockLowSchema, type SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import {
  centerRequest,
  centerStockRequest,
  stockRequest,
  createCenterStock,
  countRecords,
  type SupplyTenant,
} from "../testing.js";

// Runs on a real gRPC server, MongoDB and NATS. Every test has a business of its own.
let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

async function givenIds(tenant: SupplyTenant, totalStock = 1000) {
  const { id: serviceCenterId } = await tenant.rpc.createServiceCenter(centerRequest());
  const { id: stockId } = await tenant.rpc.createStock(stockRequest({ totalStock }));
  return { stockId, serviceCenterId };
}

describe("supply_propose_service_center_stock", () => {
  test("shows the center stock with both names, and writes nothing", async () => {
    const tenant = service.newTenant();
    const ids = await givenIds(tenant);
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeServiceCenterStock(centerStockRequest(ids));
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
    await createCenterStock(tenant, { stockId, currentStock: 30 });
    const propose = (currentStock: number) =>
      tenant.rpc.proposeServiceCenterStock(centerStockRequest({ stockId, serviceCenterId, currentStock }));

    expect((await propose(20)).warnings).toEqual([]);
    expect((await propose(21)).warnings).toEqual([
      "The centers hold 51 in all, more than the catalogue's total of 50.",
    ]);
  });
});

describe("supply_create_service_center_stock", () => {
  test("creates what was previewed, with the first row of its ledger", async () => {
    const tenant = service.newTenant();
    const request = centerStockRequest({ ...(await givenIds(tenant)), currentStock: 12, criticality: "high" });

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

  test("a stock that starts below its alert publishes no low-stock event", async () => {
    const tenant = service.newTenant();
    await createCenterStock(tenant, { currentStock: 1, minStockAlert: 5 });
    expect(await tenant.events(StockLowSchema)).toEqual([]);
  });

  test("is refused the second time, when proposed and when created", async () => {
    const tenant = service.newTenant();
    const { ids } = await createCenterStock(tenant);
    const refusal = { code: "center_stock_exists" };
    await expect(tenant.rpc.proposeServiceCenterStock(centerStockRequest(ids))).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.createServiceCenterStock(centerStockRequest(ids))).rejects.toMatchObject(refusal);
    expect(await countRecords(tenant)).toMatchObject({ centerStocks: 1, stock_movements: 1 });
  });

  test("of eight parallel calls exactly one creates it", async () => {
    const tenant = service.newTenant();
    const request = centerStockRequest(await givenIds(tenant));

    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => tenant.rpc.createServiceCenterStock(request)),
    );

    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refusals).toEqual(Array.from({ length: 7 }, () => expect.objectContaining({ code: "center_stock_exists" })));
    expect(await countRecords(tenant)).toMatchObject({ centerStocks: 1, stock_movements: 1 });
  });

  test("sent twice with one idempotency key it is created once and answers the same", async () => {
    const tenant = service.newTenant();
    const request = centerStockRequest(await givenIds(tenant));
    const send = () => tenant.rpc.createServiceCenterStock(request, { idempotencyKey: "yes-1" });
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await countRecords(tenant)).toMatchObject({ centerStocks: 1, stock_movements: 1 });
  });

  test("an id of another business and an unknown id get the same answer", async () => {
    const [owner, otherTenant] = [service.newTenant(), service.newTenant()];
    const otherTenants = await givenIds(owner);
    const own = await givenIds(otherTenant);
    for (const [field, code] of [
      ["serviceCenterId", "center_not_found"],
      ["stockId", "stock_not_found"],
    ] as const) {
      const answers = [otherTenants[field], "no_such_id"].map(async (id) => {
        const request = centerStockRequest({ ...own, [field]: id });
        const propose: unknown = await otherTenant.rpc
          .proposeServiceCenterStock(request)
          .catch((error: unknown) => error);
        const create: unknown = await otherTenant.rpc
          .createServiceCenterStock(request)
          .catch((error: unknown) => error);
        expect(create).toEqual(propose);
        expect(create).toMatchObject({ code });
        return (create as Error).message.replace(id, "<id>");
      });
      const [forForeign, forNobody] = await Promise.all(answers);
      expect(forForeign).toBe(forNobody);
    }
    expect(await countRecords(otherTenant)).toMatchObject({ centerStocks: 0 });
  });
});

describe("supply_list_service_center_stocks", () => {
  test("lists all centers, or one, with the names of the products", async () => {
    const tenant = service.newTenant();
    const north = await createCenterStock(tenant);
    const south = await createCenterStock(tenant, { stockId: north.ids.stockId });

    const all = await tenant.rpc.listServiceCenterStocks({});
    expect(all.items.map(({ id }) => id)).toEqual([south.centerStockId, north.centerStockId]);
    const one = await tenant.rpc.listServiceCenterStocks({ serviceCenterId: north.ids.serviceCenterId });
    expect(one.items).toMatchObject([{ id: north.centerStockId, productName: "Guantes", currentStock: 10 }]);
  });

  test("refuses a center of another business like an unknown one", async () => {
    const { ids } = await createCenterStock(service.newTenant());
    const otherTenant = service.newTenant();
    for (const serviceCenterId of [ids.serviceCenterId, "no_such_id"]) {
      await expect(otherTenant.rpc.listServiceCenterStocks({ serviceCenterId })).rejects.toMatchObject({
        code: "center_not_found",
      });
    }
  });
});

describe("supply_get_low_stock_alerts", () => {
  test("lists center stocks below their alert page by page: the highest criticality first, then the smallest share of the alert", async () => {
    const tenant = service.newTenant();
    const { serviceCenterId } = await givenIds(tenant);
    const stocked = [
      { name: "low half", currentStock: 5, minStockAlert: 10, criticality: "low" },
      { name: "high nearly full", currentStock: 9, minStockAlert: 10, criticality: "high" },
      { name: "at its alert", currentStock: 10, minStockAlert: 10, criticality: "high" },
      { name: "high third", currentStock: 1, minStockAlert: 3, criticality: "high" },
      { name: "medium empty", currentStock: 0, minStockAlert: 1, criticality: "medium" },
      { name: "no alert", currentStock: 0, minStockAlert: 0, criticality: "high" },
    ];
    for (const { name, ...held } of stocked) {
      const { id: stockId } = await tenant.rpc.createStock(stockRequest({ productName: name }));
      await tenant.rpc.createServiceCenterStock(centerStockRequest({ stockId, serviceCenterId, ...held }));
    }
    const expected = ["high third", "high nearly full", "medium empty", "low half"];

    const all = await tenant.rpc.getLowStockAlerts({});
    expect(all.items.map(({ productName }) => productName)).toEqual(expected);
    const urgent = { currentStock: 1, minStockAlert: 3, criticality: "high", serviceCenterName: "Centro Norte" };
    expect(all.items[0]).toMatchObject(urgent);

    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const page = await tenant.rpc.getLowStockAlerts({ limit: 1, cursor });
      seen.push(...page.items.map(({ productName }) => productName));
      ({ nextCursor: cursor, hasMore: more } = page);
    }
    expect(seen).toEqual(expected);
  });

  test("shows nothing of another business", async () => {
    await createCenterStock(service.newTenant(), { currentStock: 1, minStockAlert: 5 });
    expect((await service.newTenant().rpc.getLowStockAlerts({})).items).toEqual([]);
  });
});
