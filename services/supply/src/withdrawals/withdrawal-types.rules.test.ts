import { expect, test } from "vitest";
import { planCustomTypes } from "./withdrawal-types.rules.js";

test("a list that was read, extended and sent back adds only the new word", () => {
  expect(planCustomTypes(["insumos", "otro", " Muestras ", "muestras", "día-cero"])).toEqual(["muestras", "día-cero"]);
});

test.each(["", " ", "a|b", "-x", "x".repeat(51), "a\nb", "$gt"])("%j is refused as a type name", (name) => {
  expect(() => planCustomTypes([name])).toThrow(/^types: .* is no name/);
});

test("at most 50 custom types are accepted", () => {
  const many = Array.from({ length: 51 }, (_, index) => `tipo ${index}`);
  expect(() => planCustomTypes(many)).toThrow("types: at most 50");
  expect(planCustomTypes(many.slice(1))).toHaveLength(50);
});
