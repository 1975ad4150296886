import {
  eventually,
  listCountDifferences,
  readCounted,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { withdrawals } from "@tenant-ops/rest/analytics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sumAtCenters } from "./center-stocks/center-stocks.store.js";
import { countSources } from "./daily-counts.js";
import { supply } from "./supply.js";
import { createCenterStock, type SupplyTenant, withdrawalRequest } from "./testing.js";

// Two processes with one database.
let processes: TestService<typeof SupplyService>[];
beforeAll(async () => {
  const first = await startTestService(supply);
  processes = [first, await startTestService(supply, { MONGODB_DATABASE: first.running.context.db.name })];
});
afterAll(async () => {
  for (const service of processes) await service.close();
});

async function readTotals(tenant: SupplyTenant) {
  const response = await tenant.http("GET", "/v1/public/supply/daily-counts");
  expect(response.status).toBe(200);
  return ((await response.json()) as { totals: unknown }).totals;
}

test("withdrawals of two processes at once are counted exactly; refused and repeated ones are not", async () => {
  const [first, second] = processes as [TestService<typeof SupplyService>, TestService<typeof SupplyService>];
  const tenant = first.newTenant();
  const tenants = [tenant, second.newTenant({ businessId: tenant.businessId })];
  const held = await createCenterStock(tenant, { currentStock: 50 });
  const approve = (index: number) =>
    tenants[index % 2]!.rpc.approveWithdrawal(withdrawalRequest({ ...held.ids, quantity: 3 }), {
      // Every fourth call repeats the one before it.
      idempotencyKey: `key-${index % 4 === 3 ? index - 2 : index}`,
    });
  await Promise.allSettled(Array.from({ length: 40 }, (_, index) => approve(index)));
  const taken = 50 - (await held.currentStock());
  expect(taken).toBe(48);
  expect(await readTotals(tenant)).toEqual({ withdrawals: 16, units: 48 });
  const counts = { count: 16, units: 48 };
  expect(await readCounted(tenant, withdrawals)).toEqual([{ values: [], labels: [], counts }]);
  const { stockId, serviceCenterId } = held.ids;
  const combinations = await readCounted(tenant, withdrawals, ["product", "center", "type"]);
  expect(combinations).toMatchObject([{ values: [stockId, serviceCenterId, "insumos"], counts }]);
  expect(combinations[0]?.labels).toEqual(["Guantes", "Centro Norte", ""]);
  expect(await readCounted(first.newTenant(), withdrawals)).toEqual([]);
  expect(await listCountDifferences(first.running.context.db, tenant.businessId, countSources)).toEqual([]);
  expect(await readTotals(first.newTenant())).toEqual({ withdrawals: 0, units: 0 });
});

test("the units of a product at all centers are counted exactly while two processes receive, count, transfer and hand out at once", async () => {
  const [first, second] = processes as [TestService<typeof SupplyService>, TestService<typeof SupplyService>];
  const tenant = first.newTenant();
  const other = second.newTenant({ businessId: tenant.businessId });
  const one = await createCenterStock(tenant, { currentStock: 50 });
  const { stockId, serviceCenterId: fromCenterId } = one.ids;
  const two = await createCenterStock(tenant, { stockId, currentStock: 50 });
  const toCenterId = two.ids.serviceCenterId;
  const writes = [tenant, other].flatMap(({ rpc }, index) =>
    Array.from({ length: 5 }, () => [
      rpc.approveReceiveStock({ centerStockId: one.centerStockId, quantity: 7 + index }),
      rpc.approveCountStock({ centerStockId: two.centerStockId, counted: 40 + index }),
      rpc.approveTransferStock({ stockId, fromCenterId, toCenterId, quantity: 3 }),
      rpc.approveWithdrawal(withdrawalRequest({ ...two.ids, quantity: 2 })),
    ]).flat(),
  );
  await Promise.allSettled(writes);
  // A call that has passed its deadline may still be writing.
  await eventually(async () => {
    const held = (await one.currentStock()) + (await two.currentStock());
    expect(await sumAtCenters(tenant.scope(), stockId)).toBe(held);
  });
  expect(await sumAtCenters(first.newTenant().scope(), stockId)).toBe(0);
  expect(await listCountDifferences(first.running.context.db, tenant.businessId, countSources)).toEqual([]);
});
