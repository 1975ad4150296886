import { expect, test } from "vitest";
import { parseDays, toSegments } from "./local-days.js";

const options = {
  timeZone: "America/Mexico_City",
  now: new Date("2026-11-22T03:00:00Z"),
  daysDefault: 30,
  daysMax: 366,
};

test("without dates: the last 30 days up to today in the time zone of the business", () => {
  const days = parseDays({ dateFrom: "", dateTo: "" }, options);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({
    day: "2026-11-21",
    start: new Date("2026-11-21T06:00:00Z"),
    end: new Date("2026-11-22T06:00:00Z"),
  });
  expect(days[0]?.day).toBe("2026-10-23");
});

test("both ends are included, and days follow each other without a gap when the clocks change", () => {
  const days = parseDays({ dateFrom: "2026-03-28", dateTo: "2026-03-31" }, { ...options, timeZone: "Europe/Madrid" });
  expect(days.map(({ start, end }) => (end.getTime() - start.getTime()) / 3_600_000)).toEqual([24, 23, 24, 24]);
  for (const [index, { end }] of days.slice(0, -1).entries()) expect(days[index + 1]?.start).toEqual(end);
  expect(toSegments(days).map(({ firstIndex, lastIndex }) => [firstIndex, lastIndex])).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test.each([
  [{ dateFrom: "2026-02-30", dateTo: "" }, "date_from: 2026-02-30 is no day of the calendar."],
  [{ dateFrom: "", dateTo: "2026-02-30" }, "date_to: 2026-02-30 is no day of the calendar."],
  [
    { dateFrom: "2026-03-02", dateTo: "2026-03-01" },
    "date_from: 2026-03-02 is after date_to 2026-03-01. Swap the two.",
  ],
  [{ dateFrom: "2024-01-01", dateTo: "2026-03-01" }, "date_from: the range has 791 days; 366 is the most."],
])("%j is refused", (given, detail) => {
  expect(() => parseDays(given, options)).toThrow(detail);
});
