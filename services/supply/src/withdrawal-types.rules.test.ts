import { expect, test } from "vitest";
import { planOwnTypes } from "./withdrawal-types.rules.js";

test("a list that is read, extended and sent back adds what was added", () => {
  expect(planOwnTypes(["insumos", "otro", " Muestras ", "muestras", "día-cero"])).toEqual(["muestras", "día-cero"]);
});

test.each(["", " ", "a|b", "-x", "x".repeat(51), "a\nb", "$gt"])("%j is no name", (name) => {
  expect(() => planOwnTypes([name])).toThrow(/^types: .* is no name/);
});

test("there are at most 50 beside the standard ones", () => {
  const many = Array.from({ length: 51 }, (_, index) => `tipo ${index}`);
  expect(() => planOwnTypes(many)).toThrow("types: at most 50");
  expect(planOwnTypes(many.slice(1))).toHaveLength(50);
});
