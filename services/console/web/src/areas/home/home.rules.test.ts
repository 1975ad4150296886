import { expect, test } from "vitest";
import { toExpiryLimit, toPoints, toSoldOut } from "./home.rules.js";

test("a prize is about to expire within 48 hours, to the next full hour", () => {
  expect(toExpiryLimit(new Date("2026-11-20T10:00:00Z"))).toBe("2026-11-22T10:00:00.000Z");
  expect(toExpiryLimit(new Date("2026-11-20T10:00:01Z"))).toBe("2026-11-22T11:00:00.000Z");
});

test("a chart has one point per day, also for days on which nothing happened", () => {
  const days = [
    { day: "2026-11-21", counts: { spins: 0, prizesWon: 0 } },
    { day: "2026-11-22", counts: { spins: 4, prizesWon: 1 } },
  ];
  expect(toPoints(days, "spins")).toEqual([
    { day: "2026-11-21", value: 0 },
    { day: "2026-11-22", value: 4 },
  ]);
});

test("a sold-out gift leads to its units, an item to its row", () => {
  const roulettes = [{ _id: "rlt_1", name: "Aniversario", soldOutGifts: [{ index: 2, value: "Taza" }] }];
  expect(toSoldOut(roulettes, [{ name: "Gorra & más" }])).toEqual([
    { path: "rlt_1?units=2", name: "Taza", of: "Aniversario" },
    { path: "items?search=Gorra%20%26%20m%C3%A1s", name: "Gorra & más" },
  ]);
});
