import { addDays, startOfDay } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { propertyRuns } from "@tenant-ops/kit/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chooseInterval,
  type IntervalName,
  moveMonths,
  planDays,
  planPrevious,
  type PlannedRange,
  planRange,
} from "./intervals.rules.js";

const now = new Date("2026-11-28T12:00:00Z");
const daysOf = (dateFrom: string, dateTo: string, timeZone = "UTC") =>
  planDays({ lastDays: 90, dateFrom, dateTo }, timeZone, now);
const rangeOf = (dateFrom: string, dateTo: string, interval: IntervalName, timeZone = "UTC") =>
  planRange(daysOf(dateFrom, dateTo, timeZone), interval, timeZone);
const byDates = { dateFrom: "2026-01-01" };
const timesOf = ({ intervals }: PlannedRange) => intervals.map(({ time }) => time);
const hoursOf = ({ intervals }: PlannedRange) =>
  intervals.map(({ start, end }) => (end.getTime() - start.getTime()) / 3_600_000);

test("the last days end today", () => {
  const { from, to } = planRange(planDays({ lastDays: 90, dateFrom: "", dateTo: "" }, "UTC", now), "none", "UTC");
  expect([from, to]).toEqual(["2026-08-31", "2026-11-28"]);
});

test.each([
  ["2026-11-28", "2026-11-28", "hour"],
  ["2026-11-27", "2026-11-28", "day"],
  ["2026-10-29", "2026-11-28", "week"],
  ["2026-08-31", "2026-11-28", "week"],
  ["2026-08-01", "2026-11-28", "month"],
])("from %s to %s the interval is chosen as %s", (from, to, expected) => {
  expect(chooseInterval(daysOf(from, to))).toBe(expected);
});

test("intervals follow each other without a gap, from the beginning of the first day to the end of the last one", () => {
  const zones = [
    "UTC",
    "America/Mexico_City",
    "America/Santiago",
    "Asia/Kathmandu",
    "Pacific/Auckland",
    "Australia/Lord_Howe",
  ];
  const input = fc.record({
    zone: fc.constantFrom(...zones),
    interval: fc.constantFrom<IntervalName>("none", "hour", "day", "week", "month"),
    // All of 2026, with both changes of the clocks.
    first: fc.oneof(fc.integer({ min: 0, max: 330 }), fc.constantFrom(0, 31, 59, 90, 120, 151, 181, 212, 243, 273)),
    length: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(input, ({ zone, interval, first, length }) => {
      const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
      const range = rangeOf(day(first), day(first + length - 1), interval, zone);
      const { intervals } = range;
      expect(intervals[0]?.start).toEqual(startOfDay(day(first), zone));
      expect(intervals.at(-1)?.end).toEqual(startOfDay(day(first + length), zone));
      expect(intervals.filter(({ start, end }) => start >= end)).toEqual([]);
      expect(findGaps(range)).toEqual([]);
      for (const compare of ["previous_period", "previous_year"] as const) {
        const previous = planPrevious(range, compare, zone, byDates);
        expect(previous.intervals).toHaveLength(intervals.length);
        expect(previous.intervals.filter(({ start, end }) => start > end)).toEqual([]);
        expect(findGaps(previous)).toEqual([]);
        expect(previous.intervals.at(-1)?.end).toEqual(startOfDay(addDays(previous.to, 1), zone));
      }
    }),
    { numRuns: propertyRuns(50) },
  );
});

test.each([
  [7, "2026-11-07", "2026-10-25", "2026-10-31"],
  [1, "2026-11-01", "2026-10-31", "2026-10-31"],
  [30, "2026-11-30", "2026-10-02", "2026-10-31"],
])(
  "the last %i days until %s are compared with as many days before, although they begin with a month",
  (lastDays, today, from, to) => {
    const asked = { lastDays, dateFrom: "", dateTo: "" };
    const range = planRange(planDays(asked, "UTC", new Date(`${today}T12:00:00Z`)), "none", "UTC");
    expect(planPrevious(range, "previous_period", "UTC", asked)).toMatchObject({ from, to });
  },
);

const findGaps = ({ intervals }: PlannedRange) =>
  intervals.filter(({ end }, index) => (intervals[index + 1]?.start ?? end).getTime() !== end.getTime());

describe("when clocks change", () => {
  test("a day has 23 or 25 hours, and an hour that occurs twice is told apart by its offset", () => {
    const short = rangeOf("2026-03-08", "2026-03-08", "hour", "America/New_York");
    const long = rangeOf("2026-11-01", "2026-11-01", "hour", "America/New_York");
    expect([timesOf(short).length, timesOf(long).length]).toEqual([23, 25]);
    expect(timesOf(long).slice(0, 4)).toEqual([
      "2026-11-01T00:00-04:00",
      "2026-11-01T01:00-04:00",
      "2026-11-01T01:00-05:00",
      "2026-11-01T02:00-05:00",
    ]);
    expect(new Set(timesOf(long)).size).toBe(25);
  });

  test("a day without a midnight begins where the day before ends", () => {
    expect(hoursOf(rangeOf("2026-09-05", "2026-09-07", "day", "America/Santiago"))).toEqual([24, 23, 24]);
  });
});

test("weeks begin on Monday and months on their first day; the ones that the range cuts off say so", () => {
  const weeks = rangeOf("2026-11-18", "2026-11-29", "week");
  expect(weeks.intervals.map(({ time, isCut }) => [time, isCut])).toEqual([
    ["2026-11-18", true],
    ["2026-11-23", false],
  ]);
  const months = rangeOf("2026-01-01", "2026-03-15", "month");
  expect(months.intervals.map(({ time, isCut }) => [time, isCut])).toEqual([
    ["2026-01-01", false],
    ["2026-02-01", false],
    ["2026-03-01", true],
  ]);
});

test.each([
  ["2026-11-15", "2026-11-28", "previous_period", "2026-11-01", "2026-11-14"],
  ["2026-03-01", "2026-03-31", "previous_period", "2026-02-01", "2026-02-28"],
  ["2026-01-01", "2026-03-31", "previous_period", "2025-10-01", "2025-12-31"],
  ["2026-11-01", "2026-11-28", "previous_period", "2026-10-01", "2026-10-28"],
  ["2026-11-01", "2026-11-01", "previous_period", "2026-10-01", "2026-10-01"],
  ["2026-01-01", "2026-01-15", "previous_period", "2025-12-01", "2025-12-15"],
  ["2026-03-01", "2026-03-28", "previous_period", "2026-02-01", "2026-02-28"],
  ["2026-03-01", "2026-03-29", "previous_period", "2026-02-01", "2026-02-28"],
  ["2026-03-01", "2026-03-30", "previous_period", "2026-02-01", "2026-02-28"],
  ["2024-03-01", "2024-03-30", "previous_period", "2024-02-01", "2024-02-29"],
  ["2026-05-01", "2026-05-30", "previous_period", "2026-04-01", "2026-04-30"],
  ["2024-02-01", "2024-02-28", "previous_period", "2024-01-01", "2024-01-28"],
  // The whole month, although it is shorter than the one before.
  ["2026-02-01", "2026-02-28", "previous_period", "2026-01-01", "2026-01-31"],
  // More than a month that is not whole: as many days before.
  ["2026-10-01", "2026-11-15", "previous_period", "2026-08-16", "2026-09-30"],
  ["2026-03-01", "2026-03-31", "previous_year", "2025-03-01", "2025-03-31"],
  ["2024-02-01", "2024-02-29", "previous_year", "2023-02-01", "2023-02-28"],
] as const)("%s to %s is compared by %s with %s to %s", (from, to, compare, previousFrom, previousTo) => {
  const { from: first, to: last, intervals } = planPrevious(rangeOf(from, to, "day"), compare, "UTC", byDates);
  expect([first, last]).toEqual([previousFrom, previousTo]);
  expect(intervals[0]?.start).toEqual(new Date(previousFrom));
});

test("a month that is compared with a shorter one has nothing to compare its last days with", () => {
  const { intervals } = planPrevious(rangeOf("2026-03-01", "2026-03-31", "day"), "previous_period", "UTC", byDates);
  expect(intervals.slice(27).map(({ start, end }) => end.getTime() > start.getTime())).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("the days of a month are compared with the same days of a shorter month, and the days that it lacks with nothing", () => {
  const daily = planPrevious(rangeOf("2026-03-01", "2026-03-30", "day"), "previous_period", "UTC", byDates).intervals;
  expect(daily.map(({ start, end }) => (end > start ? start.toISOString().slice(5, 10) : "")).slice(26)).toEqual([
    "02-27",
    "02-28",
    "",
    "",
  ]);
  const byHour = planPrevious(rangeOf("2026-03-01", "2026-03-30", "hour"), "previous_period", "UTC", byDates).intervals;
  expect(byHour.filter(({ start, end }) => end > start)).toHaveLength(28 * 24);
  const whole = planPrevious(rangeOf("2026-03-01", "2026-03-30", "none"), "previous_period", "UTC", byDates).intervals;
  expect(whole.map(({ start, end }) => [start, end])).toEqual([[new Date("2026-02-01"), new Date("2026-03-01")]]);
});

test.each([
  ["2026-01-31", 1, "2026-03-01"],
  ["2024-02-29", -12, "2023-03-01"],
  ["2026-01-15", -1, "2025-12-15"],
])("%s moved by %i months is %s", (day, months, expected) => {
  expect(moveMonths(day, months)).toBe(expected);
});

test.each([
  ["2026-02-30", "", "date_from", "no day of the calendar"],
  ["2026-03-02", "2026-03-01", "date_from", "Swap the two"],
  ["2025-01-01", "2026-03-01", "date_from", "425 days; 400 is the most"],
])("a range from %s to %s is refused at %s", (from, to, field, sentence) => {
  expect(() => daysOf(from, to)).toThrow(Refusal);
  expect(() => daysOf(from, to)).toThrow(sentence);
  expect(() => daysOf(from, to)).toThrow(field);
});

test("many days by the hour are refused before anything is read", () => {
  expect(() => rangeOf("2026-01-01", "2026-02-01", "hour")).toThrow("at most 31 days; this one has 32");
});
