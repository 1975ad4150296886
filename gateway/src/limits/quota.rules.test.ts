import { describe, expect, test } from "vitest";
import { computeQuota } from "./quota.js";

describe("a limit of 60 per minute", () => {
  test.each([
    { current: 0, previous: 0, elapsed: 0.5, remaining: 60 },
    { current: 10, previous: 0, elapsed: 0.5, remaining: 50 },
    { current: 60, previous: 0, elapsed: 0.5, remaining: 0 },
    // Half of the previous minute is within the last 60 seconds.
    { current: 0, previous: 60, elapsed: 0.5, remaining: 30 },
    { current: 30, previous: 60, elapsed: 0.5, remaining: 0 },
    { current: 0, previous: 60, elapsed: 0, remaining: 0 },
  ])(
    "$current requests in this minute and $previous in the previous one, at $elapsed of the minute: $remaining remain",
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
  ])(
    "a client that waits for resetSeconds is accepted: $current, $previous, $elapsed",
    ({ current, previous, elapsed }) => {
      const { remaining, resetSeconds } = computeQuota(60, current, previous, elapsed);
      expect(remaining).toBe(0);
      const later = elapsed + resetSeconds / 60;
      const after = later < 1 ? computeQuota(60, current, previous, later) : computeQuota(60, 0, current, later - 1);
      expect(after.remaining).toBeGreaterThan(0);
    },
  );

  test("a limit of 0 accepts nothing", () => {
    expect(computeQuota(0, 0, 0, 0.5).remaining).toBe(0);
  });
});
