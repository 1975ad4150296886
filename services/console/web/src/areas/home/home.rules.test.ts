import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toExpiryLimit, toFirstDay, toPeriod, toPrizePath, toSoldOut } from "./home.rules.js";

test("a prize is about to expire within 48 hours, to the next full hour", () => {
  expect(toExpiryLimit(new Date("2026-11-20T10:00:00Z"))).toBe("2026-11-22T10:00:00.000Z");
  expect(toExpiryLimit(new Date("2026-11-20T10:00:01Z"))).toBe("2026-11-22T11:00:00.000Z");
});

test("a chart reads its days and as many before, in the days of the business, also across a change of the clocks", () => {
  expect(toFirstDay(new Date("2026-11-21T05:30:00Z"), "America/Mexico_City")).toBe("2026-09-22");
  expect(toFirstDay(new Date("2026-11-21T06:30:00Z"), "America/Mexico_City")).toBe("2026-09-23");
  expect(toFirstDay(new Date("2026-11-21T04:30:00Z"), "America/New_York")).toBe("2026-09-22");
  expect(toFirstDay(new Date("2026-01-10T12:00:00Z"), "")).toBe("2025-11-12");
});

test("a chart has one point per day, also for days on which nothing happened, and the sum of the days before", () => {
  const days = Array.from({ length: 60 }, (_, index) => ({
    day: `day ${index + 1}`,
    counts: { spins: index === 2 ? 5 : 0, prizesWon: index === 59 ? 4 : 0 },
  }));
  const { points, total, before } = toPeriod(days, "prizesWon");
  expect([points.length, points[0], points[29]]).toEqual([
    30,
    { day: "day 31", value: 0 },
    { day: "day 60", value: 4 },
  ]);
  expect([total, before]).toEqual([4, 0]);
  expect(toPeriod(days, "spins")).toMatchObject({ total: 0, before: 5 });
});

test("a sold-out gift leads to its units, an item to its row", () => {
  const roulettes = [{ _id: "rlt_1", name: "Aniversario", soldOutGifts: [{ index: 2, value: "Taza" }] }];
  expect(toSoldOut(roulettes, [{ name: "Gorra & más" }])).toEqual([
    { path: "rlt_1?units=2", name: "Taza", of: "Aniversario" },
    { path: "items?search=Gorra%20%26%20m%C3%A1s", name: "Gorra & más" },
  ]);
});

test("the path of a prize sets filters that the list of prizes has", () => {
  const page = readFileSync(join(import.meta.dirname, "../roulettes/prizes-page.tsx"), "utf8");
  const paths = [toPrizePath({ code: "7KMD-2XWQ", userId: "u-1" }), toPrizePath({ userId: "u 1&2" })];
  expect(paths).toEqual(["prizes?search=7KMD-2XWQ", "prizes?userId=u%201%262"]);
  for (const path of paths) expect(page).toMatch(new RegExp(`^  ${/\?(\w+)=/.exec(path)?.[1]}: "text",$`, "m"));
});
