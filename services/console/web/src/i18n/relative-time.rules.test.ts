import { expect, test } from "vitest";
import { createFormat } from "./format.js";
import { toRelativeTime } from "./relative-time.rules.js";

const now = Date.parse("2026-11-27T12:00:00Z");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (distanceMs: number) => new Date(now + distanceMs).toISOString();

test("what has just happened is now, also when the clock of the server is ahead", () => {
  const { relative } = createFormat("es", {});
  expect([-15_000, 15_000, 17_000, 10 * 60_000].map((ms) => relative(at(ms), now))).toEqual(Array(4).fill("ahora"));
  expect(createFormat("en", {}).relative(at(15_000), now)).toBe("now");
});

test("what lies ahead is said as such", () => {
  const { relative } = createFormat("en", {});
  expect(relative(at(10 * 60_000), now, true)).toBe("in 10 minutes");
  expect(relative(at(90 * dayMs), now, true)).toBe("in 3 months");
  expect(createFormat("es", {}).relative(at(90 * dayMs), now, true)).toBe("dentro de 3 meses");
});

test("a time is rounded, in the largest unit that says enough", () => {
  const count = (ms: number) => toRelativeTime(now - ms, now, false);
  expect(count(29_000)).toEqual({ count: 0, unit: "second" });
  expect(count(31_000)).toEqual({ count: -1, unit: "minute" });
  expect(count(59.6 * 60_000)).toEqual({ count: -1, unit: "hour" });
  expect(count(1.6 * hourMs)).toEqual({ count: -2, unit: "hour" });
  expect(count(2.6 * dayMs)).toEqual({ count: -3, unit: "day" });
  expect(count(10 * dayMs)).toEqual({ count: -10, unit: "day" });
  expect(count(80 * dayMs)).toEqual({ count: -3, unit: "month" });
  expect(count(730 * dayMs)).toEqual({ count: -2, unit: "year" });
});
