import { describe, expect, test } from "vitest";
import { type RetryRules, settle } from "./deliveries.rules.js";
import { parseSchedule } from "./durations.rules.js";
import { judgeHealth } from "../endpoints/endpoints.rules.js";
import { afterFailure, afterSuccess, newPace, room, spend } from "../lanes/rate.rules.js";

const standard = parseSchedule("5s,5m,30m,2h,5h,10h,14h,20h,24h");
const now = new Date("2026-03-01T00:00:00Z");
const rules = (given: Partial<RetryRules> = {}): RetryRules => ({ scheduleMs: standard, now, random: 0, ...given });
const pause = (
  attempt: number,
  given: Partial<RetryRules> = {},
  exchange: Parameters<typeof settle>[1] = { code: 500 },
) => ((settle(attempt, exchange, rules(given)).dueAt?.getTime() ?? Number.NaN) - now.getTime()) / 1000;

describe("what becomes of a delivery", () => {
  test.each([200, 201, 204, 299])("%i is delivered", (code) =>
    expect(settle(1, { code }, rules())).toEqual({ status: "delivered" }),
  );

  test.each([
    { code: 199 },
    { code: 300 },
    { code: 302 },
    { code: 401 },
    { code: 410 },
    { code: 503 },
    { error: "timeout" as const },
  ])("%j stays pending", (exchange) => expect(settle(1, exchange, rules()).status).toBe("pending"));

  test("the standard schedule makes ten attempts over three days", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => pause(attempt))).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(settle(10, { code: 500 }, rules())).toEqual({ status: "failed" });
  });

  test("a smaller maxAttempts ends earlier", () => {
    expect(settle(3, { code: 500 }, rules({ maxAttempts: 4 })).status).toBe("pending");
    expect(settle(4, { code: 500 }, rules({ maxAttempts: 4 }))).toEqual({ status: "failed" });
  });

  test("jitter goes upwards only, up to a fifth", () => {
    expect(pause(1, { random: 0.999 })).toBeCloseTo(6, 1);
  });

  test("Retry-After counts for 429 and 503, in seconds and as a date, up to six hours", () => {
    expect(pause(1, {}, { code: 429, retryAfter: "60" })).toBe(60);
    expect(pause(1, {}, { code: 503, retryAfter: new Date(now.getTime() + 90_000).toUTCString() })).toBe(90);
    expect(pause(1, {}, { code: 503, retryAfter: "9999999" })).toBe(6 * 3600);
    expect(pause(1, {}, { code: 500, retryAfter: "60" })).toBe(5);
    expect(pause(1, {}, { code: 429, retryAfter: "1" })).toBe(5);
    expect(pause(1, {}, { code: 429, retryAfter: "soon" })).toBe(5);
  });
});

describe("how fast an endpoint is served", () => {
  test("faster with every success up to its limit, half as fast after a failure", () => {
    const pace = newPace();
    for (let index = 0; index < 20; index += 1) afterSuccess(pace, {});
    expect(pace.concurrency).toBe(10);
    afterFailure(pace, 0, 0);
    expect(pace.concurrency).toBe(5);
  });

  test("after five failures in a row it rests, twice as long each time, up to a minute", () => {
    const pace = newPace();
    const rests: number[] = [];
    for (let at = 0, index = 0; index < 14; index += 1) {
      afterFailure(pace, at, at);
      rests.push(pace.notBefore ? pace.notBefore.getTime() - at : 0);
      at = Math.max(at, pace.notBefore?.getTime() ?? 0);
    }
    expect(rests).toEqual([0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(room(pace, {}, 0, 0)).toBe(0);
  });

  test("failures that were under way when the rest began do not prolong it", () => {
    const pace = newPace();
    for (let index = 0; index < 9; index += 1) afterFailure(pace, 0, 100);
    expect(pace.coolMs).toBe(500);
  });

  test("no faster than its rate", () => {
    const pace = newPace();
    expect(room(pace, { ratePerSecond: 2 }, 0, 1000)).toBe(2);
    spend(pace, { ratePerSecond: 2 }, 2, 1000);
    expect(pace.notBefore).toEqual(new Date(1500));
    expect(room(pace, { ratePerSecond: 2 }, 0, 1400)).toBe(0);
    expect(room(pace, { ratePerSecond: 2 }, 0, 1500)).toBe(1);
  });
});

describe("whether an endpoint is disabled", () => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
  test.each([
    ["fine", "few failures", { failures: 3, failingSince: daysAgo(9) }],
    ["fine", "not for long", { failures: 500, failingSince: daysAgo(0.5) }],
    ["warn", "a day", { failures: 10, failingSince: daysAgo(1) }],
    ["warn", "long, and never warned", { failures: 500, failingSince: daysAgo(9) }],
    ["fine", "just warned", { failures: 500, failingSince: daysAgo(9), warnedAt: daysAgo(0.5) }],
    ["disable", "five days, twenty failures, warned", { failures: 20, failingSince: daysAgo(5), warnedAt: daysAgo(4) }],
    ["fine", "too few failures", { failures: 19, failingSince: daysAgo(5), warnedAt: daysAgo(4) }],
  ])("%s: %s", (verdict, _why, stats) => expect(judgeHealth(stats, now)).toBe(verdict));
});

test("a schedule that is none is refused with the part that is wrong", () => {
  expect(parseSchedule("50ms, 2h")).toEqual([50, 7_200_000]);
  expect(() => parseSchedule("5s,soon")).toThrow('"soon"');
});
