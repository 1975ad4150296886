import { expect, test } from "vitest";
import { createRowId, moveUp } from "./rows.rules.js";

test("moving up changes places with the item before, and the first stays", () => {
  expect(moveUp(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
  expect(moveUp(["a", "b"], 0)).toEqual(["a", "b"]);
});

test("a new row gets an id that no row has", () => {
  expect(createRowId([])).toBe(0);
  expect(createRowId([{ id: 4 }, { id: 1 }])).toBe(5);
});
