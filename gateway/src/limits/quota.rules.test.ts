import { describe, expect, test } from "vitest";
import { computeQuota } from "./quota.js";

describe("how a limit of 60 a minute stands", () => {
  test.each([
    { current: 0, previous: 0, elapsed: 0.5, remaining: 60 },
    { current: 10, previous: 0, elapsed: 0.5, remaining: 50 },
    { current: 60, previous: 0, elapsed: 0.5, remaining: 0 },
    // Half of the minute before is still within the last sixty seconds.
    { current: 0, previous: 60, elapsed: 0.5, remaining: 30 },
    { current: 30, previous: 60, elapsed: 0.5, remaining: 0 },
    { current: 0, previous: 60, elapsed: 0, remaining: 0 },
  ])(
    "after $current now and $previous before, at $elapsed of the minute: $remaining remain",
    ({ current, previous, elapsed, remaining }) => {
      expect(computeQuota(60, current, previous, elapsed)).toMatchObject({ limit: 60, remaining });
    },
  );

  test.each([
    { current: 60, previous: 0, elapsed: 0 },
    { current: 60, previous: 60, elapsed: 0.3 },
    { current: 20, previous: 60, elapsed: 0.1 },
    { current: 0, previous: 60, elapsed: 0 },
    { current: 59, previous: 7, elapsed: 0.9 },
  ])("whoever waits as told is let in: $current, $previous, $elapsed", ({ current, previous, elapsed }) => {
    const { remaining, resetSeconds } = computeQuota(60, current, previous, elapsed);
    expect(remaining).toBe(0);
    const later = elapsed + resetSeconds / 60;
    const after = later < 1 ? computeQuota(60, current, previous, later) : computeQuota(60, 0, current, later - 1);
    expect(after.remaining).toBeGreaterThan(0);
  });

  test("a limit of nothing lets nobody in", () => {
    expect(computeQuota(0, 0, 0, 0.5).remaining).toBe(0);
  });
});
