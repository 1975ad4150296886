import { expect, test } from "vitest";
import { isUsableName, nameLengthMax } from "./linked-names.js";

test.each([
  ["", false],
  ["a", true],
  // An emoji counts once, as in the contract, which takes a user id of 200 characters.
  ["😀".repeat(200), true],
  ["😀".repeat(nameLengthMax), true],
  ["😀".repeat(nameLengthMax + 1), false],
  ["a".repeat(nameLengthMax + 1), false],
])("%#: a name is usable by its number of characters", (value, isUsable) => {
  expect(isUsableName({ kind: "userId", value })).toBe(isUsable);
});
