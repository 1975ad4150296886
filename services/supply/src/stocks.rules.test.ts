import { describe, expect, test } from "vitest";
import { planStock, reviewStock } from "./stocks.rules.js";
import { aStock } from "./testing.js";

describe("planning a product", () => {
  test("the blanks around a name are not part of it", () => {
    expect(planStock(aStock({ productName: " Guantes  " })).productName).toBe("Guantes");
  });

  test("a blank name is no name", () => {
    expect(() => planStock(aStock({ productName: " " }))).toThrow("product_name: is blank.");
  });
});

describe("before a product is created a person hears", () => {
  const planned = planStock(aStock({ totalStock: 10, minStockAlert: 5 }));

  test("nothing when there is nothing to say", () => {
    const { checks, warnings } = reviewStock(planned, null);
    expect(checks).toEqual([{ name: "name_is_new", ok: true, detail: "No product has this name." }]);
    expect(warnings).toEqual([]);
  });

  test("that a product of this name exists", () => {
    const { checks, warnings } = reviewStock(planned, { _id: "stk_old" });
    expect(checks).toMatchObject([{ name: "name_is_new", ok: false }]);
    expect(warnings).toEqual([expect.stringContaining("stk_old")]);
  });

  test("that it starts low", () => {
    const low = planStock(aStock({ totalStock: 4, minStockAlert: 5 }));
    expect(reviewStock(low, null).warnings).toEqual(["It starts low: 4 in all, the threshold is 5."]);
  });
});
