import { shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import { type SupplyService, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import { assertLedgerConsistent, createCenterStock, sendRest as send, withdrawalRequest } from "../testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

async function givenStock(currentStock = 10) {
  const tenant = service.newTenant();
  const held = await createCenterStock(tenant, { currentStock });
  const body = { ...held.ids, workerId: "worker-7", email: "ana@example.com", quantity: 2 };
  const withdraw = (given: object, key: string) => send(tenant, "POST", "/withdrawals", { ...body, ...given }, key);
  return { tenant, held, body, withdraw };
}

describe("a withdrawal over REST", () => {
  test("answers with the record that GET, the list and the tool show, and publishes the event", async () => {
    const { tenant, held, body, withdraw } = await givenStock();
    const created = await withdraw({ withdrawalType: "Uniformes", talla: "M" }, "k-1");
    expect(created.status).toBe(201);
    const own = { ...body, withdrawalType: "uniformes", talla: "M", entregador: "" };
    expect(created.body).toMatchObject({ ...own, status: "delivered", stockBefore: 10, stockAfter: 8 });
    const id = String(created.body["_id"]);
    expect((await send(tenant, "GET", `/withdrawals/${id}`)).body).toEqual(created.body);
    expect((await send(tenant, "GET", "/withdrawals")).body).toMatchObject({ items: [created.body], count: 1 });
    expect((await tenant.rpc.listWithdrawals({})).items).toMatchObject([{ id, ...own }]);
    expect(await held.currentStock()).toBe(8);
    expect(await tenant.events(WithdrawalApprovedSchema)).toMatchObject([{ withdrawalId: id, quantity: 2 }]);
  });

  test("needs an Idempotency-Key; with the same one it happens once, and the answer stays the same", async () => {
    const { tenant, held, body, withdraw } = await givenStock();
    expect(await send(tenant, "POST", "/withdrawals", body)).toMatchObject({
      status: 422,
      body: { error: "idempotency_key_required" },
    });
    const [first, second] = await Promise.all([withdraw({}, "k-1"), withdraw({}, "k-1")]);
    expect(second.body).toEqual(first.body);
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 8 }));
    expect(await withdraw({}, "k-1")).toMatchObject({ status: 201, body: first.body, isReplayed: true });
    expect(await withdraw({ quantity: 3 }, "k-1")).toMatchObject({ body: { error: "idempotency_conflict" } });
    expect(await held.currentStock()).toBe(0);
  });

  test("and one of the tool at once for the last units: only one gets them", async () => {
    const { tenant, held, withdraw } = await givenStock(2);
    const tool = tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 2 }));
    const [overRest, overTool] = await Promise.allSettled([withdraw({}, "k-1"), tool]);
    const restSucceeded = overRest.status === "fulfilled" && overRest.value.status === 201;
    expect(restSucceeded).toBe(overTool.status === "rejected");
    expect(await held.currentStock()).toBe(0);
    await assertLedgerConsistent(held);
  });

  test.each([
    { given: { quantity: 11 }, status: 422, error: "insufficient_stock", says: "holds 10; 11 were asked" },
    { given: { withdrawalType: "nada" }, status: 422, error: "unknown_withdrawal_type", says: "withdrawalType: " },
    { given: { stockId: "none" }, status: 404, error: "stock_not_found", says: "GET /v1/public/supply/stocks" },
    { given: { serviceCenterId: "none" }, status: 404, error: "center_not_found", says: "/v1/public/supply/centers" },
    { given: { email: "ana" }, status: 422, error: "invalid_argument", says: "email: " },
    { given: { workerId: " " }, status: 422, error: "invalid_argument", says: "workerId: " },
    { given: { quantity: 0 }, status: 422, error: "invalid_argument", says: "quantity: " },
    { given: { worker_id: "w" }, status: 422, error: "invalid_argument", says: "worker_id: is not known here" },
  ])("with $given is refused as $error", async ({ given, status, error, says }) => {
    const { held, withdraw } = await givenStock();
    const refused = await withdraw(given, "k-1");
    expect(refused).toMatchObject({ status, body: { error } });
    expect(refused.body["detail"]).toContain(says);
    expect(refused.body["detail"]).not.toMatch(/supply_|service:\/\//);
    expect(await held.currentStock()).toBe(10);
  });
});

describe("withdrawals over REST", () => {
  test("are filtered by center, product, worker, type and dates, page by page", async () => {
    const { tenant, held, withdraw } = await givenStock();
    await withdraw({ workerId: "ana" }, "1");
    await withdraw({ workerId: "luis", withdrawalType: "merma" }, "2");
    const list = async (query: string) => {
      const { body } = await send(tenant, "GET", `/withdrawals?${query}`);
      return (body["items"] as { workerId: string }[]).map(({ workerId }) => workerId);
    };
    const { stockId, serviceCenterId } = held.ids;
    expect(await list(`stockId=${stockId}&serviceCenterId=${serviceCenterId}`)).toEqual(["luis", "ana"]);
    expect(await list("workerId=ana")).toEqual(["ana"]);
    expect(await list("withdrawalType=Merma")).toEqual(["luis"]);
    expect(await list("dateTo=2020-01-01")).toEqual([]);
    const { body: first } = await send(tenant, "GET", "/withdrawals?limit=1&dateFrom=2020-01-01");
    expect(await list(`limit=1&dateFrom=2020-01-01&cursor=${String(first["next_cursor"])}`)).toEqual(["ana"]);
  });

  test("of another business are not found", async () => {
    const { held, withdraw } = await givenStock();
    const { body } = await withdraw({}, "k-1");
    const other = service.newTenant();
    expect((await send(other, "GET", "/withdrawals")).body).toMatchObject({ count: 0 });
    const found = await send(other, "GET", `/withdrawals/${String(body["_id"])}`);
    expect(found).toMatchObject({ status: 404, body: { error: "withdrawal_not_found" } });
    expect(found.body["detail"]).toContain("GET /v1/public/supply/withdrawals lists the valid ids.");
    expect(await send(other, "GET", `/withdrawals?stockId=${held.ids.stockId}`)).toMatchObject({
      status: 404,
      body: { error: "stock_not_found" },
    });
  });
});
