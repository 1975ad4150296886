import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, expect, test } from "vitest";
import { supply } from "../supply.js";
import { sendRest as send, stockRequest } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

const path = "/stocks";
const gloves = { productName: "Guantes", totalStock: 100, minStockAlert: 10, type: "supply" };

test("a product that was created over REST is what GET, the list and the tool show", async () => {
  const tenant = service.newTenant();
  const created = await send(tenant, "POST", path, gloves);
  expect(created).toMatchObject({ status: 201, body: gloves });
  expect(await send(tenant, "GET", `${path}/${created.body["_id"]}`)).toMatchObject({
    status: 200,
    body: created.body,
  });
  expect((await send(tenant, "GET", path)).body).toEqual({ items: [created.body], count: 1, has_more: false });
  expect((await tenant.rpc.listStocks({ limit: 10 })).items).toMatchObject([{ id: created.body["_id"], ...gloves }]);
});

test("products are listed by category, and a cursor belongs to its filter", async () => {
  const tenant = service.newTenant();
  for (const type of ["supply", "prize", "supply"]) await send(tenant, "POST", path, { ...gloves, type });
  const first = await send(tenant, "GET", `${path}?type=supply&limit=1`);
  expect(first.body).toMatchObject({ items: [{ type: "supply" }], has_more: true });
  const cursor = String(first.body["next_cursor"]);
  const rest = await send(tenant, "GET", `${path}?type=supply&limit=1&cursor=${cursor}`);
  expect(rest.body).toMatchObject({ items: [{ type: "supply" }], has_more: false });
  const other = await send(tenant, "GET", `${path}?type=prize&cursor=${cursor}`);
  expect(other).toMatchObject({ status: 422, body: { error: "invalid_cursor" } });
});

test("a repeat whose path is spelled in another way gets the stored answer", async () => {
  const tenant = service.newTenant();
  const [first, second] = [
    await send(tenant, "POST", path, gloves, "k-1"),
    await send(tenant, "POST", "/%73tocks", gloves, "k-1"),
  ];
  expect([second.status, second.body]).toEqual([201, first.body]);
});

test("of two creations with one Idempotency-Key at once, one product is made and both get it", async () => {
  const tenant = service.newTenant();
  const [first, second] = await Promise.all([
    send(tenant, "POST", path, gloves, "k-1"),
    send(tenant, "POST", path, gloves, "k-1"),
  ]);
  expect(second.body).toEqual(first.body);
  expect((await send(tenant, "GET", path)).body).toMatchObject({ count: 1 });
});

test("a refusal of the shared rule names the field as REST does", async () => {
  const tenant = service.newTenant();
  const refused = await send(tenant, "POST", path, { ...gloves, productName: "  " });
  expect(refused.status).toBe(422);
  expect(refused.body["detail"]).toContain("productName:");
});

test("an unknown query parameter is refused by its name", async () => {
  const tenant = service.newTenant();
  const { status, body } = await send(tenant, "GET", `${path}?limt=5`);
  expect([status, body["error"], body["detail"]]).toEqual([
    422,
    "invalid_argument",
    "query parameter limt: is not known here.",
  ]);
});

test("a product of another business is answered like one that does not exist", async () => {
  const tenant = service.newTenant();
  const { id } = await service.newTenant().rpc.createStock(stockRequest());
  const other = await send(tenant, "GET", `${path}/${id}`);
  const unknown = await send(tenant, "GET", `${path}/stk_unknown`);
  expect(other).toMatchObject({ status: 404, body: { error: "stock_not_found" } });
  expect(String(other.body["detail"]).replace(id, "stk_unknown")).toBe(unknown.body["detail"]);
  expect(other.body["detail"]).toContain("GET /v1/public/supply/stocks");
});

test("a change of a product keeps what it does not name, also when it is sent twice and two at once", async () => {
  const tenant = service.newTenant();
  const { body: created } = await send(tenant, "POST", path, gloves);
  const own = `${path}/${created["_id"]}`;
  const changed = await send(tenant, "PATCH", own, { minStockAlert: 25 }, "k-1");
  expect(changed).toMatchObject({ status: 200, body: { ...created, minStockAlert: 25 } });
  await Promise.all([send(tenant, "PATCH", own, { type: "" }), send(tenant, "PATCH", own, { totalStock: 7 })]);
  expect(await send(tenant, "PATCH", own, { minStockAlert: 25 }, "k-1")).toMatchObject({ isReplayed: true });
  expect((await send(tenant, "GET", own)).body).toEqual({ ...created, minStockAlert: 25, type: "", totalStock: 7 });
});

test("a change of a product without fields, with a blank name, or of another business is refused", async () => {
  const tenant = service.newTenant();
  const { id } = await tenant.rpc.createStock(stockRequest());
  const patch = (body: object, by = tenant) => send(by, "PATCH", `${path}/${id}`, body);
  expect(await patch({})).toMatchObject({ status: 422 });
  expect(String((await patch({ productName: " " })).body["detail"])).toContain("productName:");
  expect(await patch({ type: "x" }, service.newTenant())).toMatchObject({ body: { error: "stock_not_found" } });
});

test("products are found by any word of their name, together with the category; another business finds nothing", async () => {
  const tenant = service.newTenant();
  for (const [productName, type] of [
    ["Térmo azul", "prize"],
    ["termómetro", "supply"],
    ["Guantes rojos", "supply"],
  ])
    await send(tenant, "POST", path, { ...gloves, productName, type });
  const find = async (query: string, of = tenant) => {
    const { status, body } = await send(of, "GET", `${path}?${query}`);
    expect(status).toBe(200);
    return (body["items"] as { productName: string }[]).map(({ productName }) => productName);
  };
  expect(await find("search=TERM")).toEqual(["termómetro", "Térmo azul"]);
  expect(await find("search=azul")).toEqual(["Térmo azul"]);
  expect(await find("search=term&type=supply")).toEqual(["termómetro"]);
  expect(await find("search=ROJ%20guantes%20")).toEqual(["Guantes rojos"]);
  expect(await find("search=term", service.newTenant())).toEqual([]);
  const [blue] = (await send(tenant, "GET", `${path}?search=azul`)).body["items"] as { _id: string }[];
  await send(tenant, "PATCH", `${path}/${blue?._id}`, { productName: "Jarra" });
  expect([await find("search=azul"), await find("search=jarra")]).toEqual([[], ["Jarra"]]);
  expect(await send(tenant, "GET", `${path}?search=${"x".repeat(201)}`)).toMatchObject({
    status: 422,
    body: { error: "invalid_argument" },
  });
});
