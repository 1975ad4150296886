import { expect, test } from "vitest";
import { toTicks } from "./ticks.rules.js";

test.each([
  [0, [1, 0]],
  [1, [1, 0]],
  [3, [3, 2, 1, 0]],
  [7, [8, 6, 4, 2, 0]],
  [36.4, [40, 30, 20, 10, 0]],
  [100, [100, 50, 0]],
  [1234, [1500, 1000, 500, 0]],
  [0.3, [0.3, 0.2, 0.1, 0]],
])("an axis up to %j has lines at %j", (largest, ticks) => {
  expect(toTicks(largest)).toEqual(ticks);
});
