import { describe, expect, test } from "vitest";
import { excessWarnings, fallsBelowAlert, planCenterStock, reviewCenterStock } from "./center-stocks.rules.js";
import { centerStockRequest, storedCenter, storedCenterStock, storedStock } from "../testing.js";

const named = { center: storedCenter(), stock: storedStock({ totalStock: 100 }), centerStock: null };

describe("planning a center stock", () => {
  test("an empty criticality is medium", () => {
    expect(planCenterStock(centerStockRequest({ criticality: "" }), named).centerStock.criticality).toBe("medium");
    expect(planCenterStock(centerStockRequest({ criticality: "high" }), named).centerStock.criticality).toBe("high");
  });

  test.each([
    { missing: "center", found: { ...named, center: null }, code: "center_not_found" },
    { missing: "product", found: { ...named, stock: null }, code: "stock_not_found" },
  ])("is refused without the $missing", ({ found, code }) => {
    expect(() => planCenterStock(centerStockRequest(), found)).toThrow(expect.objectContaining({ code }));
  });

  test("is refused when the center keeps the product already", () => {
    const found = { ...named, centerStock: storedCenterStock() };
    expect(() => planCenterStock(centerStockRequest(), found)).toThrow(
      expect.objectContaining({ code: "center_stock_exists" }),
    );
  });
});

describe("the review of a center stock contains", () => {
  const review = (given: Parameters<typeof centerStockRequest>[0], heldElsewhere = 0) =>
    reviewCenterStock(planCenterStock(centerStockRequest(given), named), heldElsewhere);

  test("the checks, and no warning when everything is in order", () => {
    const { checks, warnings } = review({ currentStock: 40 }, 60);
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ["center_belongs_to_business", true],
      ["stock_belongs_to_business", true],
      ["is_new_at_center", true],
    ]);
    expect(warnings).toEqual([]);
  });

  test("a warning when the centers would hold more than the catalogue total", () => {
    expect(review({ currentStock: 41 }, 60).warnings).toEqual([
      "The centers hold 101 in all, more than the catalogue's total of 100.",
    ]);
  });

  test("a warning when it starts below its alert", () => {
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

test("centers that hold exactly the total give no warning", () => {
  expect(excessWarnings(100, 100)).toEqual([]);
});
