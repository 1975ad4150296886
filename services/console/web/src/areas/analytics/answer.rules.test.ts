import { expect, test } from "vitest";
import { findDoubleHours, isNothing, listRemarks, toChange } from "./answer.rules.js";

const metric = (name: string, additive = true, daily = false) => ({
  ...{ name, additive, daily, unit: "units", formula: "" },
  better: "more" as const,
});
const row = (
  time: string,
  given: { partial?: boolean; maturing?: boolean; metrics?: Record<string, number> } = {},
) => ({
  ...{ time, partial: false, maturing: false, dimensions: {}, metrics: { won: 1 }, previous: {} },
  ...given,
});
const answer = (given: object = {}) => ({
  rows: [row("2026-10-01"), row("2026-10-05")],
  totals: { won: 2 },
  range: { from: "2026-10-01", to: "2026-10-11", timeZone: "UTC" },
  metrics: [metric("won")],
  ...given,
});
const previous = { from: "2026-09-20", to: "2026-09-30" };

test("a range that is over and whole needs no words", () => {
  expect(listRemarks(answer(), "2026-10-12")).toEqual([]);
});

test("a range that is not over says so, and that its comparison had more time", () => {
  const running = answer({ rows: [row("2026-10-10"), row("2026-10-11", { partial: true })] });
  expect(listRemarks(running, "2026-10-11")).toEqual(["running"]);
  const compared = { ...running, range: { ...running.range, previous } };
  expect(listRemarks(compared, "2026-10-11")).toEqual(["running", "moreTime"]);
});

test("an interval that the range cuts off is told apart from the one that is running", () => {
  const cut = answer({ rows: [row("2026-10-01", { partial: true }), row("2026-10-05", { partial: true })] });
  expect(listRemarks(cut, "2026-10-11")).toEqual(["running", "cut"]);
  expect(listRemarks(cut, "2026-10-20")).toEqual(["cut"]);
});

test("numbers that can rise, rates, and numbers of a day are told", () => {
  const mixed = answer({
    rows: [row("2026-10-01", { maturing: true, metrics: { won: 1, rate: 5, visitors: 3 } })],
    totals: { won: 2, rate: 5 },
    metrics: [metric("won"), metric("rate", false), metric("visitors", false, true)],
    range: { from: "2026-10-01", to: "2026-10-11", timeZone: "UTC", previous },
  });
  expect(listRemarks(mixed, "2026-10-20")).toEqual(["maturing", "moreTime", "daily", "rates"]);
  // A rate that nothing was divided by is no number of a day.
  expect(listRemarks(answer({ metrics: [metric("rate", false)] }), "2026-10-12")).toEqual([]);
});

test("a change is a part of the number before, for rates in points, and better or worse as the metric says", () => {
  expect(toChange({ unit: "units", better: "more" }, 120, 96)).toEqual({
    amount: 0.25,
    isPoints: false,
    isBetter: true,
  });
  expect(toChange({ unit: "units", better: "less" }, 120, 96)?.isBetter).toBe(false);
  expect(toChange({ unit: "percent", better: "more" }, 40, 50)).toEqual({
    amount: -10,
    isPoints: true,
    isBetter: false,
  });
  expect(toChange({ unit: "units", better: "more" }, 5, 5)).toMatchObject({ amount: 0, isBetter: undefined });
  expect(toChange({ unit: "units", better: "more" }, 5, 0)).toBeUndefined();
  expect(toChange({ unit: "units", better: "more" }, 5, undefined)).toBeUndefined();
});

test("nothing is what the first word of the notice says, in every language of the page", () => {
  expect(isNothing({ notice: "no_results: nothing was counted" })).toBe(true);
  expect(isNothing({ notice: "The range is not over" })).toBe(false);
});

test("an hour that occurs twice is told apart", () => {
  const times = ["2026-11-01T01:00-04:00", "2026-11-01T01:00-05:00", "2026-11-01T02:00-05:00"];
  expect([...findDoubleHours([...times, ...times.slice(2)].map((time) => ({ time })))]).toEqual(times.slice(0, 2));
});
