import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { beforeAll, expect, test } from "vitest";
import { supply } from "../supply.js";
import { createCenterStock, sendRest as send, type SupplyTenant, withdrawalRequest } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

/** Two centers with one product; a receiving and a withdrawal at the first, and a transfer to the second. */
async function givenMovements() {
  const tenant = service.newTenant();
  const north = await createCenterStock(tenant, { currentStock: 10 });
  const south = await createCenterStock(tenant, { stockId: north.ids.stockId, currentStock: 0 });
  const received = await send(tenant, "POST", `/center-stocks/${north.centerStockId}/receive`, { quantity: 5 });
  const withdrawal = await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...north.ids, quantity: 2 }));
  const transfer = await send(tenant, "POST", "/transfers", {
    stockId: north.ids.stockId,
    fromCenterId: north.ids.serviceCenterId,
    toCenterId: south.ids.serviceCenterId,
    quantity: 3,
  });
  return { tenant, north, south, received: received.body, withdrawal, transfer: transfer.body };
}

async function listDeltas(tenant: SupplyTenant, path: string): Promise<unknown[]> {
  const { status, body } = await send(tenant, "GET", path);
  expect(status).toBe(200);
  return (body["items"] as { delta: number }[]).map(({ delta }) => delta);
}

test("a receiving answers with its row of the ledger, as GET and both lists show it", async () => {
  const { tenant, north, received } = await givenMovements();
  expect(received).toMatchObject({ ...north.ids, delta: 5, quantityAfter: 15, reason: "receiving", note: "" });
  expect((await send(tenant, "GET", `/movements/${String(received["_id"])}`)).body).toEqual(received);
  for (const path of ["/movements", `/center-stocks/${north.centerStockId}/movements`]) {
    const { body } = await send(tenant, "GET", `${path}?reason=receiving`);
    expect(body).toEqual({ items: [received], count: 1, has_more: false });
  }
});

test("the ledger of all centers is filtered by center, reason, reference and dates, and read page by page", async () => {
  const { tenant, south, withdrawal, transfer } = await givenMovements();
  const list = (query: string) => listDeltas(tenant, `/movements?${query}`);
  const inAnyOrder = async (query: string) => (await list(query)).toSorted((a, b) => Number(a) - Number(b));
  expect(await inAnyOrder("")).toEqual([-3, -2, 0, 3, 5, 10]);
  expect(await list(`serviceCenterId=${south.ids.serviceCenterId}`)).toEqual([3, 0]);
  expect(await list(`serviceCenterId=${south.ids.serviceCenterId}&reason=initial`)).toEqual([0]);
  expect(await list(`ref=${withdrawal.id}`)).toEqual([-2]);
  expect(await inAnyOrder(`ref=${String(transfer["_id"])}`)).toEqual([-3, 3]);
  expect(await list("dateTo=2020-01-01")).toEqual([]);
  expect(await list("dateFrom=2020-01-01&reason=withdrawal")).toEqual([-2]);

  const seen: unknown[] = [];
  for (let cursor = "", pages = 0; pages < 3; pages += 1) {
    const { body } = await send(tenant, "GET", `/movements?limit=2&cursor=${cursor}`);
    seen.push(...(body["items"] as { _id: string }[]).map(({ _id }) => _id));
    expect(body["has_more"]).toBe(pages < 2);
    cursor = String(body["next_cursor"]);
  }
  expect(new Set(seen).size).toBe(6);
});

test("the ledger of a center stock is filtered by reason and dates", async () => {
  const { tenant, north } = await givenMovements();
  const list = (query: string) => listDeltas(tenant, `/center-stocks/${north.centerStockId}/movements?${query}`);
  expect(await list("")).toEqual([-3, -2, 5, 10]);
  expect(await list("reason=transfer")).toEqual([-3]);
  expect(await list("dateTo=2020-01-01")).toEqual([]);
  expect(await list("dateFrom=2020-01-01&limit=1")).toEqual([-3]);
});

test.each([
  { query: "reason=theft", says: "query parameter reason" },
  { query: "dateFrom=2026-02-30", says: "dateFrom: 2026-02-30 is no day of the calendar." },
  { query: "dateFrom=2026-04-01&dateTo=2026-03-31", says: "dateFrom: 2026-04-01 is after dateTo 2026-03-31." },
  { query: "from=2026-04-01", says: "query parameter from: is not known here." },
])("$query is refused in the words of REST", async ({ query, says }) => {
  const { status, body } = await send(service.newTenant(), "GET", `/movements?${query}`);
  expect({ status, error: body["error"] }).toEqual({ status: 422, error: "invalid_argument" });
  expect(body["detail"]).toContain(says);
});

test("another business sees none of the rows, and its ids are like unknown ones", async () => {
  const { north, received, transfer } = await givenMovements();
  const other = service.newTenant();
  expect(await listDeltas(other, "/movements")).toEqual([]);
  expect(await listDeltas(other, `/movements?ref=${String(transfer["_id"])}`)).toEqual([]);
  for (const [path, error] of [
    [`/movements/${String(received["_id"])}`, "movement_not_found"],
    [`/movements?serviceCenterId=${north.ids.serviceCenterId}`, "center_not_found"],
  ] as const)
    expect(await send(other, "GET", path)).toMatchObject({ status: 404, body: { error } });
});
