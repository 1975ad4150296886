import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, expect, test } from "vitest";
import { supply } from "../supply.js";
import { countRecords, createCenterStock, sendRest as send } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

async function givenTwoCenters() {
  const tenant = service.newTenant();
  const from = await createCenterStock(tenant, { currentStock: 10 });
  const to = await createCenterStock(tenant, { stockId: from.ids.stockId, currentStock: 1 });
  const { stockId, serviceCenterId: fromCenterId } = from.ids;
  const body = { stockId, fromCenterId, toCenterId: to.ids.serviceCenterId, quantity: 4, note: "camión 3" };
  return { tenant, from, to, body };
}

test("a transfer answers with the record that GET and the list show", async () => {
  const { tenant, body } = await givenTwoCenters();
  const created = await send(tenant, "POST", "/transfers", body);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ ...body, fromStockAfter: 6, toStockAfter: 5, createdBy: "key_test" });
  expect((await send(tenant, "GET", `/transfers/${created.body["_id"]}`)).body).toEqual(created.body);
  expect((await send(tenant, "GET", "/transfers")).body).toEqual({ items: [created.body], count: 1, has_more: false });
});

test("a transfer of the tool can be read over REST as well", async () => {
  const { tenant, body } = await givenTwoCenters();
  const { id } = await tenant.rpc.approveTransferStock(body);
  expect((await send(tenant, "GET", `/transfers/${id}`)).body).toMatchObject({ _id: id, ...body, toStockAfter: 5 });
});

test("transfers are listed by product, by center and by date", async () => {
  const { tenant, body } = await givenTwoCenters();
  const there = await send(tenant, "POST", "/transfers", body);
  const reverse = { ...body, fromCenterId: body.toCenterId, toCenterId: body.fromCenterId, quantity: 1 };
  const back = await send(tenant, "POST", "/transfers", reverse);
  const list = async (query: string) => {
    const { body: page } = await send(tenant, "GET", `/transfers?${query}`);
    return (page["items"] as { _id: string }[]).map(({ _id }) => _id);
  };
  const [thereId, backId] = [there.body["_id"], back.body["_id"]];
  expect(await list(`stockId=${body.stockId}`)).toEqual([backId, thereId]);
  expect(await list(`fromCenterId=${body.fromCenterId}`)).toEqual([thereId]);
  expect(await list(`toCenterId=${body.fromCenterId}`)).toEqual([backId]);
  expect(await list("dateTo=2020-01-01")).toEqual([]);
  expect(await list("dateFrom=2020-01-01&limit=1")).toEqual([backId]);
});

test("sent twice with one Idempotency-Key, also at once, it moves the units once", async () => {
  const { tenant, from, body } = await givenTwoCenters();
  const create = () => send(tenant, "POST", "/transfers", body, "truck-3");
  const [first, second] = await Promise.all([create(), create()]);
  expect(second.body).toEqual(first.body);
  expect(await create()).toMatchObject({ status: 201, body: first.body, isReplayed: true });
  expect(await from.currentStock()).toBe(6);
  expect(await countRecords(tenant)).toMatchObject({ transfers: 1 });
});

test("a refused transfer stores no record, and the sentence names the field and the request to call", async () => {
  const { tenant, body } = await givenTwoCenters();
  const same = await send(tenant, "POST", "/transfers", { ...body, toCenterId: body.fromCenterId });
  expect(same).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
  expect(same.body["detail"]).toContain("toCenterId: is the center that the units come from.");
  const { id: stockId } = await tenant.rpc.createStock({ productName: "x", totalStock: 9, minStockAlert: 0 });
  await createCenterStock(tenant, { stockId, serviceCenterId: body.fromCenterId, currentStock: 9 });
  const notKept = await send(tenant, "POST", "/transfers", { ...body, stockId });
  expect(notKept).toMatchObject({ status: 404, body: { error: "center_stock_not_found" } });
  expect(notKept.body["detail"]).toContain("POST /v1/public/supply/center-stocks adds it.");
  expect(await countRecords(tenant)).toMatchObject({ transfers: 0 });
});

test("another business finds no transfer, and its ids are like unknown ones", async () => {
  const { tenant, body } = await givenTwoCenters();
  const { body: transfer } = await send(tenant, "POST", "/transfers", body);
  const other = service.newTenant();
  expect((await send(other, "GET", "/transfers")).body).toMatchObject({ count: 0 });
  const found = await send(other, "GET", `/transfers/${String(transfer["_id"])}`);
  expect(found).toMatchObject({ status: 404, body: { error: "transfer_not_found" } });
  expect(found.body["detail"]).toContain("GET /v1/public/supply/transfers lists the valid ids.");
  for (const name of ["fromCenterId", "toCenterId"] as const)
    expect(await send(other, "GET", `/transfers?${name}=${body[name]}`)).toMatchObject({
      status: 404,
      body: { error: "center_not_found" },
    });
});
