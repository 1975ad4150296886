import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import { StockLowSchema, type SupplyService, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supply } from "./supply.js";
import { aWithdrawal, givenCenterStock, rowCounts } from "./testing.js";

// Real gRPC, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe("supply_propose_withdrawal", () => {
  test("shows what approving would do, and writes nothing", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10, minStockAlert: 8 });
    const before = await rowCounts(tenant);

    const { preview, checks, warnings } = await tenant.rpc.proposeWithdrawal(aWithdrawal({ ...held.ids, quantity: 4 }));

    expect(preview).toMatchObject({ productName: "Guantes", stockBefore: 10, stockAfter: 6, leavesLowStock: true });
    expect(checks.every(({ ok }) => ok)).toBe(true);
    expect(warnings).toEqual([
      "Nothing is reserved: until it is approved, others may take these units.",
      "It leaves the center low: 6 are left, the alert is 8.",
    ]);
    expect(await rowCounts(tenant)).toEqual(before);
    expect(await held.currentStock()).toBe(10);
  });

  test("refuses what approving would refuse", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 3 });
    const tooMany = aWithdrawal({ ...held.ids, quantity: 5 });

    const refusal = { code: "insufficient_stock", detail: "The center holds 3; 5 were asked for." };
    await expect(tenant.rpc.proposeWithdrawal(tooMany)).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.approveWithdrawal(tooMany)).rejects.toMatchObject(refusal);
  });
});

describe("supply_approve_withdrawal", () => {
  test("takes the quantity from the center and announces it once", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });

    const created = await tenant.rpc.approveWithdrawal(aWithdrawal({ ...held.ids, quantity: 4 }));

    expect(created.status).toBe("created");
    expect(await held.currentStock()).toBe(6);
    expect(await tenant.events(WithdrawalApprovedSchema)).toMatchObject([
      { withdrawalId: created.id, quantity: 4, stockBefore: 10, stockAfter: 6 },
    ]);
  });

  test("writes its row in the ledger", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });

    const { id } = await tenant.rpc.approveWithdrawal(aWithdrawal({ ...held.ids, quantity: 4 }));

    expect(await held.movements()).toMatchObject([
      { seq: 1, delta: 10, quantityAfter: 10, reason: "initial" },
      { seq: 2, delta: -4, quantityAfter: 6, reason: "withdrawal", ref: id, actor: "key_test" },
    ]);
  });

  test("of two approvals for the last unit exactly one succeeds", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 1 });
    const lastUnit = aWithdrawal({ ...held.ids, quantity: 1 });

    const results = await Promise.allSettled([
      tenant.rpc.approveWithdrawal(lastUnit),
      tenant.rpc.approveWithdrawal(lastUnit),
    ]);

    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await held.currentStock()).toBe(0);
  });

  test("of 40 approvals for 7 units exactly 7 succeed, and the ledger has no gap", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 7 });
    const oneUnit = aWithdrawal({ ...held.ids, quantity: 1 });

    const results = await Promise.allSettled(Array.from({ length: 40 }, () => tenant.rpc.approveWithdrawal(oneUnit)));

    const refusals = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    expect(refusals).toHaveLength(33);
    expect(new Set(refusals)).toEqual(new Set(["Refusal: The center holds 0; 1 were asked for."]));
    const ledger = await held.movements();
    expect(ledger.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(sum(ledger.map(({ delta }) => delta))).toBe(await held.currentStock());
  });

  test("sent twice with one idempotency key it acts once and answers the same", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 10 });
    const request = aWithdrawal({ ...held.ids, quantity: 10 });

    const first = await tenant.rpc.approveWithdrawal(request, { idempotencyKey: "yes-1" });
    const second = await tenant.rpc.approveWithdrawal(request, { idempotencyKey: "yes-1" });

    expect(second).toEqual(first);
    expect(await held.currentStock()).toBe(0);
    expect((await rowCounts(tenant))["withdrawals"]).toBe(1);
    expect(await tenant.events(WithdrawalApprovedSchema)).toHaveLength(1);
  });

  test("another business's center does not exist", async () => {
    const held = await givenCenterStock(service.newTenant(), { currentStock: 10 });
    await expect(service.newTenant().rpc.approveWithdrawal(aWithdrawal(held.ids))).rejects.toMatchObject({
      code: "center_not_found",
    });
    expect(await held.currentStock()).toBe(10);
  });

  test("announces low stock when the alert is crossed, and not again below it", async () => {
    const tenant = service.newTenant();
    const held = await givenCenterStock(tenant, { currentStock: 7, minStockAlert: 5, criticality: "high" });
    const two = aWithdrawal({ ...held.ids, quantity: 2 });

    await tenant.rpc.approveWithdrawal(two);
    expect(await tenant.events(StockLowSchema)).toHaveLength(0);
    await tenant.rpc.approveWithdrawal(two);
    await tenant.rpc.approveWithdrawal(two);

    expect(await tenant.events(StockLowSchema)).toMatchObject([
      {
        centerStockId: held.centerStockId,
        currentStock: 3,
        minStockAlert: 5,
        criticality: "high",
        reason: "withdrawal",
      },
    ]);
  });
});
