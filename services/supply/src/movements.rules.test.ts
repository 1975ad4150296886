import { describe, expect, test } from "vitest";
import { unitsMax } from "./center-stocks.types.js";
import { type TransferFacts, planTransfer } from "./movements.rules.js";
import { storedCenter, storedCenterStock, storedStock } from "./testing.js";

const transfer = { stockId: "stk_1", fromCenterId: "ctr_1", toCenterId: "ctr_2", quantity: 4 };
const found = (given: Partial<TransferFacts> = {}): TransferFacts => ({
  stock: storedStock(),
  fromCenter: storedCenter(),
  toCenter: storedCenter({ _id: "ctr_2" }),
  from: storedCenterStock({ _id: "cst_b", currentStock: 10 }),
  to: storedCenterStock({ _id: "cst_a", serviceCenterId: "ctr_2", currentStock: 0 }),
  ...given,
});

describe("planning a transfer", () => {
  test("returns both changes in the order of the ids", () => {
    expect(planTransfer(transfer, found())).toEqual([
      { centerStockId: "cst_a", by: 4 },
      { centerStockId: "cst_b", by: -4 },
    ]);
  });

  test.each([
    { why: "both centers are the same", given: {}, change: { toCenterId: "ctr_1" }, code: "invalid_argument" },
    { why: "the sending center is unknown", given: { fromCenter: null }, change: {}, code: "center_not_found" },
    { why: "the receiving center is unknown", given: { toCenter: null }, change: {}, code: "center_not_found" },
    { why: "the product is unknown", given: { stock: null }, change: {}, code: "stock_not_found" },
    {
      why: "the sending center does not keep the product",
      given: { from: null },
      change: {},
      code: "insufficient_stock",
    },
    {
      why: "the receiving center does not keep the product",
      given: { to: null },
      change: {},
      code: "center_stock_not_found",
    },
    { why: "the quantity is above the stock", given: {}, change: { quantity: 11 }, code: "insufficient_stock" },
    {
      why: "the receiving center would hold more than the maximum",
      given: { to: storedCenterStock({ currentStock: unitsMax - 3 }) },
      change: {},
      code: "stock_limit_exceeded",
    },
  ])("is refused when $why", ({ given, change, code }) => {
    expect(() => planTransfer({ ...transfer, ...change }, found(given))).toThrow(expect.objectContaining({ code }));
  });
});
