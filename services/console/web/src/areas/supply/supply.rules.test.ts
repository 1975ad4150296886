import { expect, test } from "vitest";
import { formatDelta, toGeo } from "./supply.rules.js";

test.each([
  [0, "0"],
  [5, "+5"],
  [-3, "−3"],
])("a change by %d is shown as %s", (delta, text) => {
  expect(formatDelta(delta, String)).toBe(text);
});

test("coordinates that are left empty are those that the server takes for none", () => {
  expect(toGeo(undefined, undefined)).toEqual({ latitude: 0, longitude: 0 });
  expect(toGeo(19.45, -99.13)).toEqual({ latitude: 19.45, longitude: -99.13 });
});
