import { describe, expect, test } from "vitest";
import { storedCenter, storedStock, withdrawalRequest, withdrawalFacts } from "../testing.js";
import { planWithdrawal, reviewWithdrawal } from "./withdrawals.rules.js";

describe("planning a withdrawal", () => {
  test.each([
    { held: 10, asked: 4, after: 6, low: false },
    { held: 10, asked: 5, after: 5, low: false },
    { held: 10, asked: 6, after: 4, low: true },
    { held: 10, asked: 10, after: 0, low: true },
  ])("$asked of $held leaves $after", ({ held, asked, after, low }) => {
    const plan = planWithdrawal(
      withdrawalRequest({ quantity: asked }),
      withdrawalFacts({ currentStock: held, minStockAlert: 5 }),
    );
    expect(plan).toMatchObject({ stockBefore: held, stockAfter: after, leavesLowStock: low });
  });

  test("contains the current names and the defaults of absent fields", () => {
    expect(planWithdrawal(withdrawalRequest({ talla: "M" }), withdrawalFacts())).toMatchObject({
      productName: "Guantes",
      serviceCenterName: "Centro Norte",
      withdrawalType: "insumos",
      entregador: "",
      talla: "M",
    });
  });

  test("has the persons without blanks around them, so that a request about a person finds both", () => {
    const given = withdrawalRequest({ workerId: " w-7 ", entregador: "Luis\n" });
    expect(planWithdrawal(given, withdrawalFacts())).toMatchObject({ workerId: "w-7", entregador: "Luis" });
  });

  test("has no characters that nobody sees", () => {
    const texts = { entregador: "Lu\u202Eis", tipoEntrega: "A\u0000 B", ciudad: "Mé\u200Bxico", talla: "\u2066M" };
    expect(planWithdrawal(withdrawalRequest(texts), withdrawalFacts())).toMatchObject({
      ...{ entregador: "Luis", tipoEntrega: "A  B", ciudad: "México", talla: "M" },
    });
  });

  test("more than the center holds is refused with both numbers", () => {
    expect(() => planWithdrawal(withdrawalRequest({ quantity: 5 }), withdrawalFacts({ currentStock: 3 }))).toThrow(
      "The center holds 3; 5 were asked for.",
    );
  });

  test("a center that does not keep the product holds 0 of it", () => {
    expect(() =>
      planWithdrawal(withdrawalRequest({ quantity: 5 }), { ...withdrawalFacts(), centerStock: null }),
    ).toThrow("The center holds 0; 5 were asked for.");
  });

  test.each([
    { missing: "center", facts: { ...withdrawalFacts(), center: null }, code: "center_not_found" },
    { missing: "product", facts: { ...withdrawalFacts(), stock: null }, code: "stock_not_found" },
  ])("is refused without the $missing", ({ facts, code }) => {
    expect(() => planWithdrawal(withdrawalRequest(), facts)).toThrow(expect.objectContaining({ code }));
  });

  test("an unknown type is refused, and the refusal names the list of types", () => {
    expect(() => planWithdrawal(withdrawalRequest({ withdrawalType: "regalos" }), withdrawalFacts())).toThrow(
      'withdrawal_type: "regalos" is no withdrawal type of this business. Valid are insumos, uniformes, premios, equipo, merma, otro: see service://supply/schema/withdrawals.',
    );
  });

  test("a type that the business has added is accepted", () => {
    const facts = { ...withdrawalFacts(), customTypes: ["regalos"] };
    expect(planWithdrawal(withdrawalRequest({ withdrawalType: "Regalos " }), facts).withdrawalType).toBe("regalos");
  });

  test("an empty type means insumos", () => {
    expect(planWithdrawal(withdrawalRequest({ withdrawalType: "" }), withdrawalFacts()).withdrawalType).toBe("insumos");
  });
});

describe("the review of a withdrawal contains", () => {
  const nothingReserved = "Nothing is reserved: until it is approved, others may take these units.";
  const review = (facts = withdrawalFacts(), quantity = 1, heldAtCenters = 10) =>
    reviewWithdrawal(planWithdrawal(withdrawalRequest({ quantity }), facts), facts, heldAtCenters);

  test("the checks, and the warning that nothing is reserved", () => {
    const { checks, warnings } = review();
    expect(checks).toContainEqual({
      name: "enough_stock",
      ok: true,
      detail: "The center holds 10; 1 are asked for.",
    });
    expect(warnings).toEqual([nothingReserved]);
  });

  test("a warning when it leaves the center low", () => {
    expect(review(withdrawalFacts({ currentStock: 5, minStockAlert: 5 })).warnings).toEqual([
      nothingReserved,
      "It leaves the center low: 4 are left, the alert is 5.",
    ]);
  });

  test("warnings when the center is not active and when the centers hold more than the catalogue total", () => {
    const facts = {
      ...withdrawalFacts(),
      center: storedCenter({ isActive: false }),
      stock: storedStock({ totalStock: 9 }),
    };
    expect(review(facts).warnings).toEqual([
      nothingReserved,
      "The center is not active.",
      "The centers hold 10 in all, more than the catalogue's total of 9.",
    ]);
  });
});
