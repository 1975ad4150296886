import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supply } from "./supply.js";
import { aStock, rowCounts } from "./testing.js";

// Real gRPC, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

describe("supply_list_stocks", () => {
  test("shows the newest product first, with all its fields", async () => {
    const tenant = service.newTenant();
    await tenant.rpc.createStock(aStock({ productName: "Guantes", totalStock: 5, minStockAlert: 2, type: "supply" }));
    await tenant.rpc.createStock(aStock({ productName: "Termo" }));

    const { items, count, hasMore } = await tenant.rpc.listStocks({});

    expect(items.map(({ productName }) => productName)).toEqual(["Termo", "Guantes"]);
    expect(items[1]).toMatchObject({ totalStock: 5, minStockAlert: 2, type: "supply" });
    expect(items[1]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect({ count, hasMore }).toEqual({ count: 2, hasMore: false });
  });

  test("goes on page by page until everything was shown once", async () => {
    const tenant = service.newTenant();
    for (const name of ["a", "b", "c", "d", "e"]) await tenant.rpc.createStock(aStock({ productName: name }));

    const seen: string[] = [];
    for (let cursor = "", more = true; more;) {
      const page = await tenant.rpc.listStocks({ limit: 2, cursor });
      seen.push(...page.items.map(({ productName }) => productName));
      ({ nextCursor: cursor, hasMore: more } = page);
    }

    expect(seen).toEqual(["e", "d", "c", "b", "a"]);
  });

  test.each([0, 501])("a limit of %d is refused", async (limit) => {
    await expect(service.newTenant().rpc.listStocks({ limit })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("another business's products are not there, and its cursor is worth nothing", async () => {
    const owner = service.newTenant();
    for (const name of ["a", "b"]) await owner.rpc.createStock(aStock({ productName: name }));
    const { nextCursor: cursor } = await owner.rpc.listStocks({ limit: 1 });

    const stranger = service.newTenant();
    expect((await stranger.rpc.listStocks({})).items).toEqual([]);
    await expect(stranger.rpc.listStocks({ limit: 1, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});

describe("supply_propose_stock", () => {
  test("shows what would be created, and writes nothing", async () => {
    const tenant = service.newTenant();
    const writes = await tenant.writesDuring(async () => {
      const { preview, warnings } = await tenant.rpc.proposeStock(aStock({ productName: " Guantes ", type: "supply" }));
      expect(preview).toMatchObject({ productName: "Guantes", totalStock: 1000, minStockAlert: 100, type: "supply" });
      expect(warnings).toEqual([]);
    });
    expect(writes).toEqual([]);
  });

  test.each(["Guantes", "guantes", "GUANTÉS"])("warns that %s may be the product that exists", async (productName) => {
    const tenant = service.newTenant();
    const { id } = await tenant.rpc.createStock(aStock({ productName: "Guantes" }));
    const { checks, warnings } = await tenant.rpc.proposeStock(aStock({ productName }));
    expect(checks).toMatchObject([{ name: "name_is_new", ok: false }]);
    expect(warnings).toEqual([expect.stringContaining(id)]);
  });

  test("another business's product of this name is nobody's business here", async () => {
    await service.newTenant().rpc.createStock(aStock({ productName: "Guantes" }));
    const { warnings } = await service.newTenant().rpc.proposeStock(aStock({ productName: "Guantes" }));
    expect(warnings).toEqual([]);
  });
});

describe("supply_create_stock", () => {
  test("creates what was previewed", async () => {
    const tenant = service.newTenant();
    const request = aStock({ productName: "Guantes", totalStock: 7, minStockAlert: 3, type: "supply" });

    const { preview } = await tenant.rpc.proposeStock(request);
    const created = await tenant.rpc.createStock(request);

    expect(created).toMatchObject({ productName: "Guantes", status: "created" });
    const { items } = await tenant.rpc.listStocks({});
    const { $typeName: _, ...promised } = preview!;
    expect(items).toMatchObject([{ id: created.id, ...promised }]);
  });

  test.each([
    { what: "a blank name", given: { productName: "  " }, says: "product_name" },
    { what: "a negative total", given: { totalStock: -1 }, says: "total_stock" },
    { what: "a negative threshold", given: { minStockAlert: -1 }, says: "min_stock_alert" },
  ])("refuses $what, previewed or not", async ({ given, says }) => {
    const tenant = service.newTenant();
    const refusal = { code: "invalid_argument", detail: expect.stringContaining(says) as string };
    await expect(tenant.rpc.proposeStock(aStock(given))).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.createStock(aStock(given))).rejects.toMatchObject(refusal);
  });

  test("sent twice with one idempotency key it creates one product", async () => {
    const tenant = service.newTenant();
    const send = () => tenant.rpc.createStock(aStock(), { idempotencyKey: "yes-1" });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect((await rowCounts(tenant))["stocks"]).toBe(1);
  });
});
