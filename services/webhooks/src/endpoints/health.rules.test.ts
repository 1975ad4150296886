import { expect, test } from "vitest";
import { countAttempt, decideHealthAction, noAttempts } from "./health.rules.js";

const now = new Date("2026-03-01T00:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);

test.each([
  ["none", "few failures", { failures: 3, failingSince: daysAgo(9) }],
  ["none", "many failures within a day", { failures: 500, failingSince: daysAgo(0.5) }],
  ["warn", "ten failures within a day", { failures: 10, failingSince: daysAgo(1) }],
  ["warn", "many failures without a warning", { failures: 500, failingSince: daysAgo(9) }],
  ["none", "a warning less than a day ago", { failures: 500, failingSince: daysAgo(9), warnedAt: daysAgo(0.5) }],
  [
    "disable",
    "twenty failures in five days and a warning",
    { failures: 20, failingSince: daysAgo(5), warnedAt: daysAgo(4) },
  ],
  ["none", "nineteen failures", { failures: 19, failingSince: daysAgo(5), warnedAt: daysAgo(4) }],
])("%s: %s", (action, _reason, stats) => expect(decideHealthAction(stats, now)).toBe(action));

test("a success resets the failures that are counted for the stats", () => {
  const failed = countAttempt(countAttempt(noAttempts, false, daysAgo(3)), false, daysAgo(2));
  expect(failed).toEqual({ failuresSinceSuccess: 2, lastFailureAt: daysAgo(2) });
  expect(countAttempt(failed, true, now)).toEqual({
    failuresSinceSuccess: 0,
    lastFailureAt: daysAgo(2),
    lastSuccessAt: now,
  });
});
