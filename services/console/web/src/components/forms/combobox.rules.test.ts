import { expect, test } from "vitest";
import { moveActive } from "./combobox.rules.js";

test("the arrow keys go through the options in a circle", () => {
  expect(moveActive("ArrowDown", -1, 3)).toBe(0);
  expect(moveActive("ArrowDown", 2, 3)).toBe(0);
  expect(moveActive("ArrowUp", -1, 3)).toBe(2);
  expect(moveActive("ArrowUp", 0, 3)).toBe(2);
  expect(moveActive("ArrowUp", 2, 3)).toBe(1);
});

test("without options nothing is selected, and other keys do not move", () => {
  expect(moveActive("ArrowDown", -1, 0)).toBe(-1);
  expect(moveActive("Home", 1, 3)).toBeUndefined();
});
