import { describe, expect, test } from "vitest";
import { unitsMax } from "../center-stocks/center-stocks.rules.js";
import {
  orderSteps,
  planCount,
  planReceiving,
  planTransfer,
  reviewCount,
  reviewReceiving,
  reviewTransfer,
  type TransferFacts,
} from "./movements.rules.js";
import { storedCenter, storedCenterStock, storedStock } from "../testing.js";

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
  test("takes from one center what it adds to the other, and writes in the order of the ids", () => {
    const plan = planTransfer(transfer, found());
    expect(plan.from).toMatchObject({ change: { by: -4 }, stockAfter: 6 });
    expect(plan.to).toMatchObject({ change: { by: 4 }, stockAfter: 4 });
    expect(orderSteps(plan).map(({ before, change }) => [before._id, change])).toEqual([
      ["cst_a", { by: 4 }],
      ["cst_b", { by: -4 }],
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

describe("planning a receiving and a count", () => {
  test("shows the stock afterwards", () => {
    const held = storedCenterStock({ currentStock: 10 });
    expect(planReceiving({ centerStockId: "cst_1", quantity: 5 }, held)).toMatchObject({ stockAfter: 15 });
    expect(planCount({ centerStockId: "cst_1", counted: 4 }, held)).toMatchObject({ stockAfter: 4 });
  });

  test("is refused when the center does not hold the expected stock, with both numbers", () => {
    const count = { centerStockId: "cst_1", counted: 50 };
    const held = storedCenterStock({ currentStock: 43 });
    expect(() => planCount({ ...count, expectedStock: 48 }, held)).toThrow(
      expect.objectContaining({
        code: "stock_changed",
        detail: "The center holds 43; 48 were expected. Count again.",
      }),
    );
    expect(planCount({ ...count, expectedStock: 43 }, held)).toMatchObject({ stockAfter: 50 });
  });

  test("is refused for a center stock that is not there, and above what can be counted", () => {
    const notFound = expect.objectContaining({ code: "center_stock_not_found" });
    expect(() => planReceiving({ centerStockId: "x", quantity: 1 }, null)).toThrow(notFound);
    expect(() => planCount({ centerStockId: "x", counted: 1 }, null)).toThrow(notFound);
    const full = storedCenterStock({ currentStock: unitsMax });
    expect(() => planReceiving({ centerStockId: "cst_1", quantity: 1 }, full)).toThrow(
      expect.objectContaining({ code: "stock_limit_exceeded" }),
    );
  });
});

describe("the warnings of a preview", () => {
  const center = storedCenter({ isActive: false });
  const stock = storedStock({ totalStock: 12 });

  test("of a receiving: more than the catalogue's total, still low, and a center that is not active", () => {
    const held = storedCenterStock({ currentStock: 10, minStockAlert: 20 });
    const plan = planReceiving({ centerStockId: "cst_1", quantity: 5 }, held);
    expect(reviewReceiving(plan, { center, stock, heldAtCenters: 10 }).warnings).toEqual([
      "The centers hold 15 in all, more than the catalogue's total of 12.",
      "The center is low afterwards: 15 units, the alert is 20.",
      "The center Centro Norte is not active.",
    ]);
  });

  test("of a count: the difference, or that there is none, and what happens when units leave before the approval", () => {
    const warnings = (counted: number) => {
      const plan = planCount({ centerStockId: "cst_1", counted }, storedCenterStock({ currentStock: 10 }));
      return reviewCount(plan, { center, stock, heldAtCenters: 10 }).warnings;
    };
    const condition = "When units come or go before it is approved, approving is refused: count again.";
    expect(warnings(12)).toEqual(["The number that is stored is 10: the count differs by +2.", condition]);
    expect(warnings(10)).toEqual([
      "It confirms the number that is stored; only a row of the ledger is written.",
      condition,
    ]);
    expect(warnings(4)).toContain("The center is low afterwards: 4 units, the alert is 5.");
  });

  test("of a transfer: nothing is reserved, and which center is low", () => {
    const { checks, warnings } = reviewTransfer(planTransfer({ ...transfer, quantity: 6 }, found()));
    expect(warnings).toEqual([
      "Nothing is reserved: until it is approved, others may take these units.",
      "Centro Norte is low afterwards: 4 units, the alert is 5.",
    ]);
    expect(checks).toContainEqual({ name: "enough_stock", ok: true, detail: "The center holds 10; 6 are asked for." });
  });
});
