import { expect, test } from "vitest";
import { formatDelta } from "./supply.rules.js";

test.each([
  [0, "0"],
  [5, "+5"],
  [-3, "−3"],
])("a change by %d is shown as %s", (delta, text) => {
  expect(formatDelta(delta, String)).toBe(text);
});
