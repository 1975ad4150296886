import { describe, expect, test } from "vitest";
import { unitsMax } from "./center-stocks.rules.js";
import { type FoundForTransfer, planTransfer } from "./movements.rules.js";
import { aStoredCenter, aStoredCenterStock, aStoredStock } from "./testing.js";

const transfer = { stockId: "stk_1", fromCenterId: "ctr_1", toCenterId: "ctr_2", quantity: 4 };
const found = (given: Partial<FoundForTransfer> = {}): FoundForTransfer => ({
  stock: aStoredStock(),
  fromCenter: aStoredCenter(),
  toCenter: aStoredCenter({ _id: "ctr_2" }),
  from: aStoredCenterStock({ _id: "cst_b", currentStock: 10 }),
  to: aStoredCenterStock({ _id: "cst_a", serviceCenterId: "ctr_2", currentStock: 0 }),
  ...given,
});

describe("planning a transfer", () => {
  test("takes here and adds there, in the order of the ids", () => {
    expect(planTransfer(transfer, found())).toEqual([
      { centerStockId: "cst_a", by: 4 },
      { centerStockId: "cst_b", by: -4 },
    ]);
  });

  test.each([
    { why: "both centers are one", given: {}, change: { toCenterId: "ctr_1" }, code: "invalid_argument" },
    { why: "the first center is not ours", given: { fromCenter: null }, change: {}, code: "center_not_found" },
    { why: "the second center is not ours", given: { toCenter: null }, change: {}, code: "center_not_found" },
    { why: "the product is not ours", given: { stock: null }, change: {}, code: "stock_not_found" },
    { why: "the first center does not keep it", given: { from: null }, change: {}, code: "insufficient_stock" },
    { why: "the second center does not keep it", given: { to: null }, change: {}, code: "center_stock_not_found" },
    { why: "it is more than is there", given: {}, change: { quantity: 11 }, code: "insufficient_stock" },
    {
      why: "the second center would be over full",
      given: { to: aStoredCenterStock({ currentStock: unitsMax - 3 }) },
      change: {},
      code: "stock_limit_exceeded",
    },
  ])("is refused when $why", ({ given, change, code }) => {
    expect(() => planTransfer({ ...transfer, ...change }, found(given))).toThrow(expect.objectContaining({ code }));
  });
});
