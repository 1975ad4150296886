import { parseRetrySchedule } from "@tenant-ops/kit/egress";
import { describe, expect, test } from "vitest";
import { decideAfterAttempt, type Delivery, type DeliveryRetryRules, isMarkedStarted } from "./deliveries.rules.js";

const standard = parseRetrySchedule("5s,5m,30m,2h,5h,10h,14h,20h,24h");
const now = new Date("2026-03-01T00:00:00Z");
const createRules = (given: Partial<DeliveryRetryRules> = {}): DeliveryRetryRules => ({
  retryScheduleMs: standard,
  now,
  random: 0,
  ...given,
});
const pauseSeconds = (
  attempt: number,
  given: Partial<DeliveryRetryRules> = {},
  result: Parameters<typeof decideAfterAttempt>[1] = { code: 500 },
) => ((decideAfterAttempt(attempt, result, createRules(given)).dueAt?.getTime() ?? Number.NaN) - now.getTime()) / 1000;

describe("a delivery after an attempt", () => {
  test.each([200, 201, 204, 299])("is delivered: %i", (code) =>
    expect(decideAfterAttempt(1, { code }, createRules())).toEqual({ status: "delivered" }),
  );

  test.each([
    { code: 199 },
    { code: 300 },
    { code: 302 },
    { code: 401 },
    { code: 410 },
    { code: 503 },
    { error: "timeout" as const },
  ])("stays pending: %j", (result) => expect(decideAfterAttempt(1, result, createRules()).status).toBe("pending"));

  test("has ten attempts over three days with the standard schedule", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => pauseSeconds(attempt))).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(decideAfterAttempt(10, { code: 500 }, createRules())).toEqual({ status: "failed" });
  });

  test("fails earlier with a smaller maxAttempts", () => {
    expect(decideAfterAttempt(3, { code: 500 }, createRules({ maxAttempts: 4 })).status).toBe("pending");
    expect(decideAfterAttempt(4, { code: 500 }, createRules({ maxAttempts: 4 }))).toEqual({ status: "failed" });
  });

  test("gets a jitter that makes the pause up to a fifth longer and never shorter", () => {
    expect(pauseSeconds(1, { random: 0.999 })).toBeCloseTo(6, 1);
  });

  test("waits for Retry-After of a 429 or 503, in seconds or as a date, up to six hours", () => {
    expect(pauseSeconds(1, {}, { code: 429, retryAfter: "60" })).toBe(60);
    expect(pauseSeconds(1, {}, { code: 503, retryAfter: new Date(now.getTime() + 90_000).toUTCString() })).toBe(90);
    expect(pauseSeconds(1, {}, { code: 503, retryAfter: "9999999" })).toBe(6 * 3600);
    expect(pauseSeconds(1, {}, { code: 500, retryAfter: "60" })).toBe(5);
    expect(pauseSeconds(1, {}, { code: 429, retryAfter: "1" })).toBe(5);
    expect(pauseSeconds(1, {}, { code: 429, retryAfter: "soon" })).toBe(5);
  });
});

test("a retry schedule with a wrong part is refused, and the error names the part", () => {
  expect(parseRetrySchedule("50ms, 2h")).toEqual([50, 7_200_000]);
  expect(() => parseRetrySchedule("5s,soon")).toThrow('"soon"');
});

test("a delivery needs no mark before its attempt when this claim has marked it and no outcome came since", () => {
  const marked = (starts: number, startedBy?: string) =>
    isMarkedStarted({ starts, ...(startedBy && { startedBy }) } as Delivery, "own");
  expect(marked(1, "own")).toBe(true);
  // Created for a lane that was not served, started by an earlier claim, and failed once.
  expect([marked(0), marked(1, "other"), marked(0, "own")]).toEqual([false, false, false]);
});
