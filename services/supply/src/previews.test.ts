import { propertyRuns, shareTestService, type SharedTestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { supply } from "./supply.js";
import { withdrawalRequest, createCenterStock, assertLedgerConsistent } from "./testing.js";

let service: SharedTestService<typeof SupplyService>;
beforeAll(async () => void (service = await shareTestService(supply)));

const centerStockArbitrary = fc.record({
  currentStock: fc.integer({ min: 0, max: 12 }),
  minStockAlert: fc.integer({ min: 0, max: 12 }),
});
const withdrawalsArbitrary = fc.array(
  fc.record({
    quantity: fc.integer({ min: -1, max: 8 }),
    withdrawalType: fc.constantFrom("", "insumos", "merma", " Otro", "regalos"),
    workerId: fc.constantFrom("w1", " w2 ", " "),
    talla: fc.string({ maxLength: 60 }),
  }),
  { minLength: 1, maxLength: 6 },
);

test("approving does what the preview showed, or both refuse with the same sentence", async () => {
  await fc.assert(
    fc.asyncProperty(centerStockArbitrary, withdrawalsArbitrary, async (centerStock, withdrawals) => {
      const tenant = service.newTenant();
      const held = await createCenterStock(tenant, centerStock);
      for (const given of withdrawals) {
        const request = withdrawalRequest({ ...held.ids, ...given });
        const before = await held.currentStock();
        const [proposed] = await Promise.allSettled([tenant.rpc.proposeWithdrawal(request)]);
        const [approved] = await Promise.allSettled([tenant.rpc.approveWithdrawal(request)]);

        expect(approved.status).toBe(proposed.status);
        if (proposed.status === "rejected" || approved.status === "rejected") {
          expect(approved).toEqual(proposed);
          expect(await held.currentStock()).toBe(before);
          continue;
        }
        const { $typeName: _, leavesLowStock, ...previewed } = proposed.value.preview!;
        const { items } = await tenant.rpc.getWithdrawalHistory({ limit: 1 });
        expect(items).toEqual([expect.objectContaining({ id: approved.value.id, ...previewed })]);
        expect(previewed.stockBefore).toBe(before);
        expect(await held.currentStock()).toBe(previewed.stockAfter);
        const alerts = await tenant.rpc.getLowStockAlerts({});
        expect(alerts.items.length === 1).toBe(leavesLowStock);
      }
      await assertLedgerConsistent(held);
    }),
    { numRuns: propertyRuns(20) },
  );
});
