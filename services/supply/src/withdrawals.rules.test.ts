import { describe, expect, test } from "vitest";
import { aStoredCenter, aStoredStock, aWithdrawal, found } from "./testing.js";
import { planWithdrawal, reviewWithdrawal } from "./withdrawals.rules.js";

describe("planning a withdrawal", () => {
  test.each([
    { held: 10, asked: 4, after: 6, low: false },
    { held: 10, asked: 5, after: 5, low: false },
    { held: 10, asked: 6, after: 4, low: true },
    { held: 10, asked: 10, after: 0, low: true },
  ])("$asked of $held leaves $after", ({ held, asked, after, low }) => {
    const plan = planWithdrawal(aWithdrawal({ quantity: asked }), found({ currentStock: held, minStockAlert: 5 }));
    expect(plan).toMatchObject({ stockBefore: held, stockAfter: after, leavesLowStock: low });
  });

  test("shows the names of this moment and what was left out", () => {
    expect(planWithdrawal(aWithdrawal({ talla: "M" }), found())).toMatchObject({
      productName: "Guantes",
      serviceCenterName: "Centro Norte",
      withdrawalType: "insumos",
      entregador: "",
      talla: "M",
    });
  });

  test("more than the center holds is refused with both numbers", () => {
    expect(() => planWithdrawal(aWithdrawal({ quantity: 5 }), found({ currentStock: 3 }))).toThrow(
      "The center holds 3; 5 were asked for.",
    );
  });

  test("a center that does not keep the product holds none of it", () => {
    expect(() => planWithdrawal(aWithdrawal({ quantity: 5 }), { ...found(), centerStock: null })).toThrow(
      "The center holds 0; 5 were asked for.",
    );
  });

  test.each([
    { missing: "center", facts: { ...found(), center: null }, code: "center_not_found" },
    { missing: "product", facts: { ...found(), stock: null }, code: "stock_not_found" },
  ])("is refused without the $missing", ({ facts, code }) => {
    expect(() => planWithdrawal(aWithdrawal(), facts)).toThrow(expect.objectContaining({ code }));
  });

  test("an unknown type is refused and the list is named", () => {
    expect(() => planWithdrawal(aWithdrawal({ withdrawalType: "regalos" }), found())).toThrow(
      '"regalos" is no withdrawal type of this business. service://supply/schema/withdrawals lists them.',
    );
  });

  test("a type that the business added is known", () => {
    const facts = { ...found(), ownTypes: ["regalos"] };
    expect(planWithdrawal(aWithdrawal({ withdrawalType: "Regalos " }), facts).withdrawalType).toBe("regalos");
  });

  test("an empty type is the usual one", () => {
    expect(planWithdrawal(aWithdrawal({ withdrawalType: "" }), found()).withdrawalType).toBe("insumos");
  });
});

describe("before a withdrawal is approved a person hears", () => {
  const nothingReserved = "Nothing is reserved: until it is approved, others may take these units.";
  const review = (facts = found(), quantity = 1, heldAtCenters = 10) =>
    reviewWithdrawal(planWithdrawal(aWithdrawal({ quantity }), facts), facts, heldAtCenters);

  test("what was checked, and that nothing is reserved", () => {
    const { checks, warnings } = review();
    expect(checks).toContainEqual({
      name: "enough_stock",
      ok: true,
      detail: "The center holds 10; 1 are asked for.",
    });
    expect(warnings).toEqual([nothingReserved]);
  });

  test("that it leaves the center low", () => {
    expect(review(found({ currentStock: 5, minStockAlert: 5 })).warnings).toEqual([
      nothingReserved,
      "It leaves the center low: 4 are left, the alert is 5.",
    ]);
  });

  test("that the books do not fit, and that the center is closed", () => {
    const facts = { ...found(), center: aStoredCenter({ isActive: false }), stock: aStoredStock({ totalStock: 9 }) };
    expect(review(facts).warnings).toEqual([
      nothingReserved,
      "The center is not active.",
      "The centers hold 10 in all, more than the catalogue's total of 9.",
    ]);
  });
});
