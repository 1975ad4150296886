import { describe, expect, test } from "vitest";
import { planStock, reviewStock } from "./stocks.rules.js";
import { stockRequest } from "../testing.js";

describe("planning a product", () => {
  test("blanks around a name are removed", () => {
    expect(planStock(stockRequest({ productName: " Guantes  " })).productName).toBe("Guantes");
  });

  test("a blank name is refused", () => {
    expect(() => planStock(stockRequest({ productName: " " }))).toThrow("product_name: is blank.");
  });
});

describe("the review of a product contains", () => {
  const planned = planStock(stockRequest({ totalStock: 10, minStockAlert: 5 }));

  test("no warning when everything is in order", () => {
    const { checks, warnings } = reviewStock(planned, null);
    expect(checks).toEqual([{ name: "name_is_new", ok: true, detail: "No product has this name." }]);
    expect(warnings).toEqual([]);
  });

  test("a warning when a product has the same name", () => {
    const { checks, warnings } = reviewStock(planned, { _id: "stk_old" });
    expect(checks).toMatchObject([{ name: "name_is_new", ok: false }]);
    expect(warnings).toEqual([expect.stringContaining("stk_old")]);
  });

  test("a warning when it starts below its alert", () => {
    const low = planStock(stockRequest({ totalStock: 4, minStockAlert: 5 }));
    expect(reviewStock(low, null).warnings).toEqual(["It starts low: 4 in all, the threshold is 5."]);
  });
});
