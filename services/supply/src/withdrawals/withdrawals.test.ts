import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { StockLowSchema, type SupplyService, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supply } from "../supply.js";
import {
  withdrawalRequest,
  createCenterStock,
  assertLedgerConsistent,
  expectRefusal,
  countRecords,
} from "../testing.js";
import type { Withdrawal } from "./withdrawals.rules.js";

// Runs on a real gRPC server, MongoDB and NATS. Every test has a business of its own.
let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

describe("supply_propose_withdrawal", () => {
  test("shows what approving would do, and writes nothing", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10, minStockAlert: 8 });
    const writes = await tenant.writesDuring(async () => {
      const { preview, checks, warnings } = await tenant.rpc.proposeWithdrawal(
        withdrawalRequest({ ...held.ids, quantity: 4 }),
      );
      expect(preview).toMatchObject({ productName: "Guantes", stockBefore: 10, stockAfter: 6, leavesLowStock: true });
      expect(checks.every(({ ok }) => ok)).toBe(true);
      expect(warnings).toEqual([
        "Nothing is reserved: until it is approved, others may take these units.",
        "It leaves the center low: 6 are left, the alert is 8.",
      ]);
    });
    expect(writes).toEqual([]);
    expect(await held.currentStock()).toBe(10);
  });
});

describe("supply_approve_withdrawal", () => {
  test("takes the quantity from the center and publishes one event", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });

    const created = await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 4 }));

    expect(created.status).toBe("created");
    expect(await held.currentStock()).toBe(6);
    expect(await tenant.events(WithdrawalApprovedSchema)).toMatchObject([
      { withdrawalId: created.id, ...held.ids, workerId: "worker-7", quantity: 4, stockBefore: 10, stockAfter: 6 },
    ]);
  });

  test("writes one row in the ledger", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });

    const { id } = await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 4 }));

    expect(await held.movements()).toMatchObject([
      { seq: 1, delta: 10, quantityAfter: 10, reason: "initial" },
      { seq: 2, delta: -4, quantityAfter: 6, reason: "withdrawal", ref: id, actor: "key_test" },
    ]);
  });

  test("of two approvals for the last unit exactly one succeeds", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 1 });
    const lastUnit = withdrawalRequest({ ...held.ids, quantity: 1 });

    const results = await Promise.allSettled([
      tenant.rpc.approveWithdrawal(lastUnit),
      tenant.rpc.approveWithdrawal(lastUnit),
    ]);

    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await held.currentStock()).toBe(0);
  });

  test("of 40 approvals for 7 units exactly 7 succeed, and the ledger has no gap", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 7 });
    const oneUnit = withdrawalRequest({ ...held.ids, quantity: 1 });

    const results = await Promise.allSettled(Array.from({ length: 40 }, () => tenant.rpc.approveWithdrawal(oneUnit)));

    const refusals = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    expect(refusals).toHaveLength(33);
    expect(new Set(refusals)).toEqual(new Set(["Refusal: The center holds 0; 1 were asked for."]));
    expect(await held.currentStock()).toBe(0);
    expect(await held.movements()).toHaveLength(8);
    await assertLedgerConsistent(held);
    expect(await tenant.events(WithdrawalApprovedSchema)).toHaveLength(7);
  });

  test("approvals of different products, centers and quantities share transactions without affecting each other", async () => {
    const tenant = service.newTenant();
    const gloves = await createCenterStock(tenant, { currentStock: 10, minStockAlert: 0 });
    const shirts = await createCenterStock(tenant, { currentStock: 3, serviceCenterId: gloves.ids.serviceCenterId });
    const south = await createCenterStock(tenant, { currentStock: 9, stockId: gloves.ids.stockId });
    const asked = [
      { ...gloves.ids, quantity: 4 },
      { ...shirts.ids, quantity: 4 },
      { ...south.ids, quantity: 4 },
      { ...gloves.ids, quantity: 7 },
      { ...shirts.ids, quantity: 3 },
      { ...gloves.ids, quantity: 6 },
    ];

    const answers = await Promise.allSettled(
      asked.map((given) => tenant.rpc.approveWithdrawal(withdrawalRequest(given))),
    );

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
    const left = await Promise.all([gloves, shirts, south].map((held) => held.currentStock()));
    expect(left[1]).toBe(0);
    expect(left[2]).toBe(5);
    await Promise.all([gloves, shirts, south].map(assertLedgerConsistent));
  });

  test("parallel approvals share transactions", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 40 });
    let commits = 0;
    const stop = service.running.context.db.watchCommands(({ commandName }) => {
      if (commandName === "commitTransaction") commits += 1;
    });
    await Promise.all(Array.from({ length: 40 }, () => tenant.rpc.approveWithdrawal(withdrawalRequest(held.ids))));
    stop();
    expect(await held.currentStock()).toBe(0);
    expect(commits).toBeLessThan(20);
  });

  test("sent twice with one idempotency key it acts once and answers the same", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    // The whole quantity: if the repeat were decided again, it would be refused.
    const request = withdrawalRequest({ ...held.ids, quantity: 10 });

    const first = await tenant.rpc.approveWithdrawal(request, { idempotencyKey: "yes-1" });
    const again = await Promise.all(
      Array.from({ length: 5 }, () => tenant.rpc.approveWithdrawal(request, { idempotencyKey: "yes-1" })),
    );

    expect(again).toEqual(Array.from({ length: 5 }, () => first));
    expect(await held.currentStock()).toBe(0);
    expect(await countRecords(tenant)).toMatchObject({ withdrawals: 1, stock_movements: 2 });
    expect(await tenant.events(WithdrawalApprovedSchema)).toHaveLength(1);
  });

  test("two equal withdrawals without a key are two withdrawals", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const request = withdrawalRequest({ ...held.ids, quantity: 3 });
    const answers = [await tenant.rpc.approveWithdrawal(request), await tenant.rpc.approveWithdrawal(request)];
    expect(new Set(answers.map(({ id }) => id)).size).toBe(2);
    expect(await held.currentStock()).toBe(4);
  });

  test("one key with other arguments is refused", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 1 }), { idempotencyKey: "yes-1" });
    const other = tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 2 }), {
      idempotencyKey: "yes-1",
    });
    await expect(other).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(await held.currentStock()).toBe(9);
  });

  test("publishes that the stock is low when it falls below its alert, and not again while it is low", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 9, minStockAlert: 5, criticality: "high" });
    const two = withdrawalRequest({ ...held.ids, quantity: 2 });

    // 9 → 7 → 5 → 3 → 1, two of them in one transaction.
    await tenant.rpc.approveWithdrawal(two);
    await Promise.all([two, two, two].map((request) => tenant.rpc.approveWithdrawal(request)));

    expect(await tenant.events(StockLowSchema)).toMatchObject([
      {
        centerStockId: held.centerStockId,
        currentStock: 3,
        minStockAlert: 5,
        criticality: "high",
        reason: "withdrawal",
        productName: "Guantes",
        serviceCenterName: "Centro Norte",
      },
    ]);
  });

  test("two replicas of the service together never hand out more than there is", async () => {
    const { MONGODB_DATABASE } = service.running.context.config;
    const other = await startTestService(supply, { MONGODB_DATABASE: String(MONGODB_DATABASE) });
    try {
      const here = service.newTenant();
      const there = other.newTenant(here.caller);
      const held = await createCenterStock(here, { currentStock: 25 });
      const oneUnit = withdrawalRequest({ ...held.ids, quantity: 1 });

      const results = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there).rpc.approveWithdrawal(oneUnit)),
      );

      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(25);
      expect(await held.currentStock()).toBe(0);
      await assertLedgerConsistent(held);
    } finally {
      await other.close();
    }
  });
});

describe("proposing and approving refuse with the same code and sentence", () => {
  test.each([
    { what: "a quantity above the stock", given: { quantity: 11 }, code: "insufficient_stock" },
    { what: "an unknown withdrawal type", given: { withdrawalType: "regalos" }, code: "unknown_withdrawal_type" },
    { what: "a quantity of 0", given: { quantity: 0 }, code: "invalid_argument" },
    { what: "a negative quantity", given: { quantity: -1 }, code: "invalid_argument" },
    { what: "an invalid email", given: { email: "ana" }, code: "invalid_argument" },
    { what: "a blank worker id", given: { workerId: " " }, code: "invalid_argument" },
  ])("$what", async ({ given, code }) => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    const request = withdrawalRequest({ ...held.ids, ...given });

    const proposed = await expectRefusal(tenant.rpc.proposeWithdrawal(request));

    expect(proposed.code).toBe(code);
    expect(await expectRefusal(tenant.rpc.approveWithdrawal(request))).toEqual(proposed);
    expect(await held.currentStock()).toBe(10);
    expect(await countRecords(tenant)).toMatchObject({ withdrawals: 0, stock_movements: 1 });
  });

  test("an id of another business and an unknown id get the same answer", async () => {
    const otherTenants = await createCenterStock(service.newTenant(), { currentStock: 10 });
    const tenant = service.newTenant();
    const own = await createCenterStock(tenant);
    for (const [field, code] of [
      ["serviceCenterId", "center_not_found"],
      ["stockId", "stock_not_found"],
    ] as const) {
      const sentences = new Set<string>();
      for (const id of [otherTenants.ids[field], "no_such_id"]) {
        const request = withdrawalRequest({ ...own.ids, [field]: id });
        const refusals = [
          await expectRefusal(tenant.rpc.proposeWithdrawal(request)),
          await expectRefusal(tenant.rpc.approveWithdrawal(request)),
        ];
        expect(refusals).toMatchObject([{ code }, { code }]);
        for (const { detail } of refusals) sentences.add(detail.replace(id, "<id>"));
      }
      expect(sentences.size).toBe(1);
    }
    expect(await otherTenants.currentStock()).toBe(10);
    expect(await own.currentStock()).toBe(10);
  });
});

describe("supply_get_withdrawal_history", () => {
  test("lists approved withdrawals, the newest first, with the names at the time of approval", async () => {
    const tenant = service.newTenant();
    const held = await createCenterStock(tenant, { currentStock: 10 });
    await tenant.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 1 }));
    const { id } = await tenant.rpc.approveWithdrawal(
      withdrawalRequest({
        ...held.ids,
        quantity: 2,
        entregador: "Luis",
        tipoEntrega: "mano",
        ciudad: "CDMX",
        talla: "M",
      }),
      { requestId: "req_1" },
    );
    await tenant
      .scope()
      .collection("stocks")
      .updateOne({ _id: held.ids.stockId }, { $set: { productName: "Other" } });

    const { items } = await tenant.rpc.getWithdrawalHistory({});

    expect(items.map(({ quantity }) => quantity)).toEqual([2, 1]);
    expect(items[0]).toMatchObject({
      id,
      ...held.ids,
      productName: "Guantes",
      serviceCenterName: "Centro Norte",
      workerId: "worker-7",
      email: "ana@example.com",
      withdrawalType: "insumos",
      entregador: "Luis",
      tipoEntrega: "mano",
      ciudad: "CDMX",
      talla: "M",
      stockBefore: 9,
      stockAfter: 7,
      status: "delivered",
      createdBy: "key_test",
      requestId: "req_1",
    });
  });

  test("includes both ends of a date range as whole days in the time zone of the business", async () => {
    const tenant = service.newTenant({ timeZone: "America/Mexico_City" });
    const { ids } = await createCenterStock(tenant);
    // In Mexico City: the last evening of February, the first and the last moment of March, and the first of April.
    const moments = ["2026-03-01T05:59:59Z", "2026-03-01T06:00:00Z", "2026-04-01T05:59:59Z", "2026-04-01T06:00:00Z"];
    for (const moment of moments) {
      const { id } = await tenant.rpc.approveWithdrawal(withdrawalRequest(ids));
      const createdAt = new Date(moment);
      await tenant.scope().collection<Withdrawal>("withdrawals").updateOne({ _id: id }, { $set: { createdAt } });
    }
    const shown = async (dateFrom: string, dateTo: string) =>
      (await tenant.rpc.getWithdrawalHistory({ dateFrom, dateTo })).items.map(({ createdAt }) =>
        createdAt.slice(0, 19),
      );

    expect(await shown("2026-03-01", "2026-03-31")).toEqual(["2026-04-01T05:59:59", "2026-03-01T06:00:00"]);
    expect(await shown("2026-04-01", "")).toEqual(["2026-04-01T06:00:00"]);
    expect(await shown("", "2026-02-28")).toEqual(["2026-03-01T05:59:59"]);
  });

  test.each([
    { dateFrom: "2026-02-30", dateTo: "", says: "date_from: 2026-02-30 is no day of the calendar." },
    { dateFrom: "2026-04-01", dateTo: "2026-03-31", says: "date_from: 2026-04-01 is after date_to 2026-03-31." },
    { dateFrom: "", dateTo: "yesterday", says: "date_to" },
  ])("refuses $dateFrom to $dateTo", async ({ dateFrom, dateTo, says }) => {
    const refusal = await expectRefusal(service.newTenant().rpc.getWithdrawalHistory({ dateFrom, dateTo }));
    expect(refusal.code).toBe("invalid_argument");
    expect(refusal.detail).toContain(says);
  });

  test("a cursor of another range is refused", async () => {
    const tenant = service.newTenant();
    const { ids } = await createCenterStock(tenant);
    for (let i = 0; i < 2; i += 1) await tenant.rpc.approveWithdrawal(withdrawalRequest(ids));
    const { nextCursor: cursor } = await tenant.rpc.getWithdrawalHistory({ limit: 1 });
    expect((await tenant.rpc.getWithdrawalHistory({ limit: 1, cursor })).items).toHaveLength(1);
    const elsewhere = tenant.rpc.getWithdrawalHistory({ limit: 1, cursor, dateFrom: "2026-01-01" });
    expect((await expectRefusal(elsewhere)).code).toBe("invalid_cursor");
  });

  test("shows nothing of another business", async () => {
    const owner = service.newTenant();
    const { ids } = await createCenterStock(owner);
    await owner.rpc.approveWithdrawal(withdrawalRequest(ids));
    expect((await service.newTenant().rpc.getWithdrawalHistory({})).items).toEqual([]);
  });
});
