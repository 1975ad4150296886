import { expect, test } from "vitest";
import { toSectors } from "./wheel.rules.js";

test("the sectors of a wheel are as large as the chances", () => {
  const [first, second] = toSectors([25, 75]);
  expect(first?.path).toBe("M0 0L0 -100A100 100 0 0 1 100 0Z");
  expect(second?.path).toBe("M0 0L100 0A100 100 0 1 1 0 -100Z");
});

test("a gift without a chance has no sector, and the others keep their places", () => {
  expect(toSectors([50, 0, 50]).map(({ index }) => index)).toEqual([0, 2]);
});

test("a gift that is always drawn fills the whole wheel", () => {
  expect(toSectors([0, 100])).toMatchObject([{ index: 1, path: expect.stringMatching(/A.*A/) as string }]);
});

test("a wheel without any chance is empty", () => {
  expect(toSectors([0, 0])).toEqual([]);
});
