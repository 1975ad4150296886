import { describe, expect, test } from "vitest";
import { excessWarnings, fallsBelowAlert, planCenterStock, reviewCenterStock } from "./center-stocks.rules.js";
import { aCenterStock, aStoredCenter, aStoredCenterStock, aStoredStock } from "./testing.js";

const named = { center: aStoredCenter(), stock: aStoredStock({ totalStock: 100 }), centerStock: null };

describe("planning a center stock", () => {
  test("an empty criticality is medium", () => {
    expect(planCenterStock(aCenterStock({ criticality: "" }), named).centerStock.criticality).toBe("medium");
    expect(planCenterStock(aCenterStock({ criticality: "high" }), named).centerStock.criticality).toBe("high");
  });

  test.each([
    { missing: "center", found: { ...named, center: null }, code: "center_not_found" },
    { missing: "product", found: { ...named, stock: null }, code: "stock_not_found" },
  ])("is refused without the $missing", ({ found, code }) => {
    expect(() => planCenterStock(aCenterStock(), found)).toThrow(expect.objectContaining({ code }));
  });

  test("is refused when the center keeps the product already", () => {
    const found = { ...named, centerStock: aStoredCenterStock() };
    expect(() => planCenterStock(aCenterStock(), found)).toThrow(
      expect.objectContaining({ code: "center_stock_exists" }),
    );
  });
});

describe("before a center stock is created a person hears", () => {
  const review = (given: Parameters<typeof aCenterStock>[0], heldElsewhere = 0) =>
    reviewCenterStock(planCenterStock(aCenterStock(given), named), heldElsewhere);

  test("what was checked, and nothing else when there is nothing to say", () => {
    const { checks, warnings } = review({ currentStock: 40 }, 60);
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ["center_belongs_to_business", true],
      ["stock_belongs_to_business", true],
      ["is_new_at_center", true],
    ]);
    expect(warnings).toEqual([]);
  });

  test("that the centers would hold more than there is", () => {
    expect(review({ currentStock: 41 }, 60).warnings).toEqual([
      "The centers hold 101 in all, more than the catalogue's total of 100.",
    ]);
  });

  test("that it starts low", () => {
    expect(review({ currentStock: 2, minStockAlert: 3 }).warnings).toEqual([
      "It starts low: 2 at the center, the alert is 3.",
    ]);
  });
});

describe("a stock falls below its alert", () => {
  test.each([
    { before: 6, after: 5, falls: false },
    { before: 5, after: 4, falls: true },
    { before: 9, after: 0, falls: true },
    { before: 4, after: 3, falls: false },
    { before: 4, after: 9, falls: false },
  ])("from $before to $after, with an alert of 5: $falls", ({ before, after, falls }) => {
    expect(fallsBelowAlert({ currentStock: before, minStockAlert: 5 }, after)).toBe(falls);
  });

  test("never with an alert of 0", () => {
    expect(fallsBelowAlert({ currentStock: 1, minStockAlert: 0 }, 0)).toBe(false);
  });
});

test("centers that hold exactly the total exceed nothing", () => {
  expect(excessWarnings(100, 100)).toEqual([]);
});
