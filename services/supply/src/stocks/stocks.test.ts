import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import { stockRequest, countRecords } from "../testing.js";

// Runs on a real gRPC server, MongoDB and NATS. Every test has a business of its own.
let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

describe("supply_list_stocks", () => {
  test("lists the newest product first, with all its fields", async () => {
    const tenant = service.newTenant();
    await tenant.rpc.createStock(
      stockRequest({ productName: "Guantes", totalStock: 5, minStockAlert: 2, type: "supply" }),
    );
    await tenant.rpc.createStock(stockRequest({ productName: "Termo" }));

    const { items, count, hasMore } = await tenant.rpc.listStocks({});

    expect(items.map(({ productName }) => productName)).toEqual(["Termo", "Guantes"]);
    expect(items[1]).toMatchObject({ totalStock: 5, minStockAlert: 2, type: "supply" });
    expect(items[1]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect({ count, hasMore }).toEqual({ count: 2, hasMore: false });
  });

  test("lists every product exactly once, page by page", async () => {
    const tenant = service.newTenant();
    for (const name of ["a", "b", "c", "d", "e"]) await tenant.rpc.createStock(stockRequest({ productName: name }));

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

  test("lists no product of another business and refuses its cursor", async () => {
    const owner = service.newTenant();
    for (const name of ["a", "b"]) await owner.rpc.createStock(stockRequest({ productName: name }));
    const { nextCursor: cursor } = await owner.rpc.listStocks({ limit: 1 });

    const otherTenant = service.newTenant();
    expect((await otherTenant.rpc.listStocks({})).items).toEqual([]);
    await expect(otherTenant.rpc.listStocks({ limit: 1, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});

describe("supply_propose_stock", () => {
  test("shows the product, and writes nothing", async () => {
    const tenant = service.newTenant();
    const writes = await tenant.writesDuring(async () => {
      const { preview, warnings } = await tenant.rpc.proposeStock(
        stockRequest({ productName: " Guantes ", type: "supply" }),
      );
      expect(preview).toMatchObject({ productName: "Guantes", totalStock: 1000, minStockAlert: 100, type: "supply" });
      expect(warnings).toEqual([]);
    });
    expect(writes).toEqual([]);
  });

  test.each(["Guantes", "guantes", "GUANTÉS"])("warns that %s may be an existing product", async (productName) => {
    const tenant = service.newTenant();
    const { id } = await tenant.rpc.createStock(stockRequest({ productName: "Guantes" }));
    const { checks, warnings } = await tenant.rpc.proposeStock(stockRequest({ productName }));
    expect(checks).toMatchObject([{ name: "name_is_new", ok: false }]);
    expect(warnings).toEqual([expect.stringContaining(id)]);
  });

  test("ignores products of other businesses with the same name", async () => {
    await service.newTenant().rpc.createStock(stockRequest({ productName: "Guantes" }));
    const { warnings } = await service.newTenant().rpc.proposeStock(stockRequest({ productName: "Guantes" }));
    expect(warnings).toEqual([]);
  });
});

describe("supply_create_stock", () => {
  test("creates the previewed product", async () => {
    const tenant = service.newTenant();
    const request = stockRequest({ productName: "Guantes", totalStock: 7, minStockAlert: 3, type: "supply" });

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
    { what: "a negative alert", given: { minStockAlert: -1 }, says: "min_stock_alert" },
  ])("refuses $what, when proposed and when created", async ({ given, says }) => {
    const tenant = service.newTenant();
    const refusal = { code: "invalid_argument", detail: expect.stringContaining(says) as string };
    await expect(tenant.rpc.proposeStock(stockRequest(given))).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.createStock(stockRequest(given))).rejects.toMatchObject(refusal);
  });

  test("sent twice with one idempotency key it creates one product", async () => {
    const tenant = service.newTenant();
    const send = () => tenant.rpc.createStock(stockRequest(), { idempotencyKey: "yes-1" });
    const [first, second] = await Promise.all([send(), send()]);
    expect(second).toEqual(first);
    expect((await countRecords(tenant))["stocks"]).toBe(1);
  });
});
