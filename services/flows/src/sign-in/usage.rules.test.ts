import { expect, test } from "vitest";
import { countUse, secondsUntilAllowed } from "./usage.rules.js";

const start = new Date("2026-03-31T10:00:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit = { id: "x", max: 2, windowMs: 3_600_000, intervalMs: 60_000 };

test("the first use begins the window, and the next one waits for the interval", () => {
  expect(secondsUntilAllowed(limit, undefined, start)).toBe(0);
  const first = countUse(limit, undefined, start);
  expect(first).toEqual({ _id: "x", count: 1, lastAt: start, expiresAt: after(3600) });
  expect(secondsUntilAllowed(limit, first, after(1))).toBe(59);
  expect(secondsUntilAllowed(limit, first, after(60))).toBe(0);
});

test("after the last use of a window the next one waits for its end, also when the record has not been deleted yet", () => {
  const first = countUse(limit, undefined, start);
  const second = countUse(limit, first, after(60));
  expect(second).toMatchObject({ count: 2, expiresAt: after(3600) });
  expect(secondsUntilAllowed(limit, second, after(200))).toBe(3400);
  expect(secondsUntilAllowed(limit, second, after(3600))).toBe(0);
  expect(countUse(limit, second, after(3600))).toMatchObject({ count: 1, expiresAt: after(7200) });
});

test("a limit of 0 allows nothing once the window has begun", () => {
  const none = { id: "x", max: 0, windowMs: 1000 };
  expect(secondsUntilAllowed(none, countUse(none, undefined, start), start)).toBe(1);
});
