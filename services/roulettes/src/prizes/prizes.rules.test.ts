import { describe, expect, test } from "vitest";
import { calculateExpiry, isOverdue, decideClaim } from "./prizes.rules.js";

const now = new Date("2026-07-01T12:00:00Z");
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

describe("when a prize expires", () => {
  test.each([
    { timeUnit: "hours", timeToExpire: 24, at: "2026-07-02T12:00:00.000Z" },
    { timeUnit: "days", timeToExpire: 24, at: "2026-07-25T12:00:00.000Z" },
  ] as const)("$timeToExpire $timeUnit after it was won", ({ at, ...terms }) => {
    expect(calculateExpiry({ prizesExpire: true, ...terms }, now)?.toISOString()).toBe(at);
  });

  test("never, when the type of the roulette does not support it", () => {
    expect(calculateExpiry({ prizesExpire: false, timeUnit: "hours", timeToExpire: 1 }, now)).toBeNull();
  });
});

test.each([
  { status: "won", expiresAt: null, overdue: false, next: "claim" },
  { status: "won", expiresAt: after, overdue: false, next: "claim" },
  { status: "won", expiresAt: now, overdue: true, next: "expire" },
  { status: "won", expiresAt: before, overdue: true, next: "expire" },
  { status: "claimed", expiresAt: before, overdue: false, next: "nothing" },
  { status: "expired", expiresAt: before, overdue: false, next: "nothing" },
] as const)("a $status prize that expires at $expiresAt: claiming it leads to $next", ({ overdue, next, ...prize }) => {
  expect(isOverdue(prize, now)).toBe(overdue);
  expect(decideClaim(prize, now)).toBe(next);
});
