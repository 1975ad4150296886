import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import { centerRequest, createCenterStock, sendRest as send, stockRequest, withdrawalRequest } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

async function givenCenterAndStock() {
  const tenant = service.newTenant();
  const { id: serviceCenterId } = await tenant.rpc.createServiceCenter(centerRequest());
  const { id: stockId } = await tenant.rpc.createStock(stockRequest({ productName: "Guantes" }));
  return { tenant, body: { stockId, serviceCenterId, currentStock: 10, minStockAlert: 5, criticality: "high" } };
}

describe("creating a center stock over REST", () => {
  test("answers with what GET, the list and the tool show, and begins the ledger", async () => {
    const { tenant, body } = await givenCenterAndStock();
    const created = await send(tenant, "POST", "/center-stocks", body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...body, belowAlert: false, productName: "Guantes" });
    const path = `/center-stocks/${created.body["_id"]}`;
    expect((await send(tenant, "GET", path)).body).toEqual(created.body);
    expect((await send(tenant, "GET", "/center-stocks")).body).toMatchObject({ items: [created.body], count: 1 });
    expect((await tenant.rpc.listServiceCenterStocks({})).items).toMatchObject([{ id: created.body["_id"], ...body }]);
    expect((await send(tenant, "GET", `${path}/movements`)).body).toMatchObject({
      items: [{ seq: 1, delta: 10, reason: "initial", stockId: body.stockId, note: "" }],
    });
  });

  test("of two at once for one product and center one succeeds, and a repeat gets its stored answer", async () => {
    const { tenant, body } = await givenCenterAndStock();
    const create = (key: string) => send(tenant, "POST", "/center-stocks", body, key);
    const answers = await Promise.all([create("a"), create("b")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ error: "center_stock_exists" });
    const winner = answers[0]?.status === 201 ? "a" : "b";
    expect(await create(winner)).toMatchObject({ status: 201, isReplayed: true });
    expect((await send(tenant, "GET", "/center-stocks")).body).toMatchObject({ count: 1 });
  });

  test("refuses a center and a product of another business like unknown ones, and names the requests that list them", async () => {
    const { body } = await givenCenterAndStock();
    const other = service.newTenant();
    const { status, body: refusal } = await send(other, "POST", "/center-stocks", body);
    expect({ status, error: refusal["error"] }).toEqual({ status: 404, error: "center_not_found" });
    expect(refusal["detail"]).toContain("GET /v1/public/supply/centers lists");
    expect(await send(other, "GET", "/center-stocks")).toMatchObject({ body: { count: 0 } });
  });
});

describe("the list of center stocks", () => {
  test("is filtered by center, product and alert, page by page", async () => {
    const tenant = service.newTenant();
    const low = await createCenterStock(tenant, { currentStock: 1, minStockAlert: 5 });
    const { stockId, serviceCenterId } = low.ids;
    const elsewhere = await createCenterStock(tenant, { stockId, currentStock: 9, minStockAlert: 5 });
    const other = await createCenterStock(tenant, { serviceCenterId, currentStock: 9, minStockAlert: 5 });
    const list = async (query: string) => {
      const { body } = await send(tenant, "GET", `/center-stocks?${query}`);
      return (body["items"] as { _id: string }[]).map(({ _id }) => _id);
    };
    const [lowId, elsewhereId, otherId] = [low, elsewhere, other].map(({ centerStockId }) => centerStockId);
    expect(await list("")).toEqual([otherId, elsewhereId, lowId]);
    expect(await list(`serviceCenterId=${serviceCenterId}`)).toEqual([otherId, lowId]);
    expect(await list(`stockId=${stockId}`)).toEqual([elsewhereId, lowId]);
    expect(await list("belowAlert=true")).toEqual([lowId]);
    expect(await list(`belowAlert=false&stockId=${stockId}`)).toEqual([elsewhereId]);
    expect(await list(`belowAlert=true&serviceCenterId=${serviceCenterId}`)).toEqual([lowId]);

    const { body: first } = await send(tenant, "GET", "/center-stocks?belowAlert=false&limit=1");
    expect(first).toMatchObject({ items: [{ _id: otherId }], has_more: true });
    expect(await list(`belowAlert=false&limit=1&cursor=${String(first["next_cursor"])}`)).toEqual([elsewhereId]);
  });

  test("has a center stock below its alert as soon as a withdrawal, receiving or count makes it so", async () => {
    const tenant = service.newTenant();
    const { centerStockId, ids } = await createCenterStock(tenant, { currentStock: 6, minStockAlert: 5 });
    const isListed = async () => (await send(tenant, "GET", "/center-stocks?belowAlert=true")).body["count"] === 1;
    const isAlert = async () => (await tenant.rpc.getLowStockAlerts({})).count === 1;
    const states = async () => [await isListed(), await isAlert()];
    expect(await states()).toEqual([false, false]);
    await Promise.all([1, 2].map(() => tenant.rpc.approveWithdrawal(withdrawalRequest({ ...ids, quantity: 1 }))));
    expect(await states()).toEqual([true, true]);
    await send(tenant, "POST", `/center-stocks/${centerStockId}/receive`, { quantity: 1 });
    expect(await states()).toEqual([false, false]);
    await send(tenant, "POST", `/center-stocks/${centerStockId}/count`, { counted: 0 });
    expect(await states()).toEqual([true, true]);
  });

  test("refuses a center and a product of another business like unknown ones", async () => {
    const { ids, centerStockId } = await createCenterStock(service.newTenant());
    const tenant = service.newTenant();
    for (const [path, id, error] of [
      ["/center-stocks?serviceCenterId=", ids.serviceCenterId, "center_not_found"],
      ["/center-stocks?stockId=", ids.stockId, "stock_not_found"],
      ["/center-stocks/", centerStockId, "center_stock_not_found"],
    ] as const) {
      const foreign = await send(tenant, "GET", `${path}${id}`);
      const unknown = await send(tenant, "GET", `${path}no_such_id`);
      expect(foreign).toMatchObject({ status: 404, body: { error } });
      expect(String(foreign.body["detail"]).replace(id, "no_such_id")).toBe(unknown.body["detail"]);
    }
  });

  test.each(["belowAlert=yes", "belowAlert=", "criticality=high", "limit=0"])("refuses %s", async (query) => {
    const { status, body } = await send(service.newTenant(), "GET", `/center-stocks?${query}`);
    expect({ status, error: body["error"] }).toEqual({ status: 422, error: "invalid_argument" });
    expect(body["detail"]).toContain(`query parameter ${query.split("=")[0]}`);
  });
});

describe("changing the alert of a center stock over REST", () => {
  test("shows at once that it is low, changes no quantity, and is written once per Idempotency-Key", async () => {
    const { tenant, body } = await givenCenterAndStock();
    const { body: created } = await send(tenant, "POST", "/center-stocks", body);
    const patch = (change: object, key: string) =>
      send(tenant, "PATCH", `/center-stocks/${created["_id"]}`, change, key);
    const changed = await patch({ minStockAlert: 11 }, "a");
    expect(changed).toMatchObject({ status: 200, body: { ...created, minStockAlert: 11, belowAlert: true } });
    const names = { productName: "Guantes", serviceCenterName: "Centro Norte" };
    expect((await send(tenant, "GET", "/center-stocks?belowAlert=true")).body).toMatchObject({
      items: [names],
      count: 1,
    });
    await Promise.all([patch({ minStockAlert: 3 }, "b"), patch({ criticality: "low" }, "c")]);
    expect(await patch({ minStockAlert: 11 }, "a")).toMatchObject({ isReplayed: true });
    const { body: now } = await send(tenant, "GET", `/center-stocks/${created["_id"]}`);
    expect(now).toEqual({ ...created, minStockAlert: 3, criticality: "low", belowAlert: false });
  });

  test("is refused for a center stock of another business like for an unknown one", async () => {
    const { tenant, body } = await givenCenterAndStock();
    const { body: created } = await send(tenant, "POST", "/center-stocks", body);
    const refused = await send(service.newTenant(), "PATCH", `/center-stocks/${created["_id"]}`, { minStockAlert: 1 });
    expect(refused).toMatchObject({ status: 404, body: { error: "center_stock_not_found" } });
  });
});
