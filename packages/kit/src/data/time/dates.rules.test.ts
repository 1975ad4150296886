import { describe, expect, test } from "vitest";
import { parseDateRange } from "./dates.js";

const mexico = "America/Mexico_City";
const iso = (date?: Date) => date?.toISOString();

describe("a date alone is the whole day of the business", () => {
  test("both ends count", () => {
    const { from, until } = parseDateRange("2026-03-01", "2026-03-31", mexico);
    expect([iso(from), iso(until)]).toEqual(["2026-03-01T06:00:00.000Z", "2026-04-01T06:00:00.000Z"]);
  });

  test("one and the same day is a range", () => {
    const { from, until } = parseDateRange("2026-03-31", "2026-03-31", mexico);
    expect(Number(until) - Number(from)).toBe(24 * 3600 * 1000);
  });

  test.each([
    { what: "a business without a zone lives in UTC", zone: "", day: "2026-01-01", begins: "2026-01-01T00:00:00.000Z" },
    { what: "far in the east", zone: "Pacific/Kiritimati", day: "2026-01-01", begins: "2025-12-31T10:00:00.000Z" },
    {
      what: "midnight that summer time skips",
      zone: "Africa/Cairo",
      day: "2025-04-25",
      begins: "2025-04-24T22:00:00.000Z",
    },
    {
      what: "midnight that comes twice",
      zone: "America/Havana",
      day: "2025-11-02",
      begins: "2025-11-02T04:00:00.000Z",
    },
    { what: "a leap day", zone: "UTC", day: "2028-02-29", begins: "2028-02-29T00:00:00.000Z" },
  ])("$what", ({ zone, day, begins }) => {
    expect(iso(parseDateRange(day, "", zone).from)).toBe(begins);
  });

  test.each([
    { zone: "America/Havana", day: "2025-11-02", hours: 25 },
    { zone: "Africa/Cairo", day: "2025-04-25", hours: 23 },
    { zone: "Australia/Lord_Howe", day: "2025-04-06", hours: 24.5 },
  ])("$day in $zone has $hours hours", ({ zone, day, hours }) => {
    const { from, until } = parseDateRange(day, day, zone);
    expect((Number(until) - Number(from)) / 3_600_000).toBe(hours);
  });
});

describe("a timestamp is that moment", () => {
  test.each([
    { given: "2026-03-31T18:00:00Z", is: "2026-03-31T18:00:00.000Z" },
    { given: "2026-03-31T18:00:00.250+02:00", is: "2026-03-31T16:00:00.250Z" },
    { given: "2026-03-31T18:00-0600", is: "2026-04-01T00:00:00.000Z" },
    { given: "2026-03-31T18:00:00", is: "2026-04-01T00:00:00.000Z" },
  ])("$given", ({ given, is }) => {
    expect(iso(parseDateRange(given, "", mexico).from)).toBe(is);
  });

  test("as the last one it is still included", () => {
    const { until } = parseDateRange("", "2026-03-31T18:00:00Z", mexico);
    expect(iso(until)).toBe("2026-03-31T18:00:00.001Z");
  });
});

describe("an impossible date or range is refused", () => {
  test.each([
    { date: "2026-02-30", says: "date_from: 2026-02-30 is no day of the calendar." },
    { date: "2026-13-01", says: "date_from: 2026-13-01 is no day of the calendar." },
    { date: "2027-02-29", says: "date_from: 2027-02-29 is no day of the calendar." },
    { date: "0000-00-00", says: "date_from: 0000-00-00 is no day of the calendar." },
    { date: "31/03/2026", says: "date_from: write it as YYYY-MM-DD" },
    { date: "2026-03-31T", says: "date_from: write it as YYYY-MM-DD" },
    { date: "2026-03-31T24:00:00", says: "date_from: its hours run to 23" },
    { date: "2026-03-31T10:00:00+99:00", says: "date_from: its hours run to 23" },
  ])("$date", ({ date, says }) => {
    expect(() => parseDateRange(date, "", mexico)).toThrow(says);
  });

  test("a range that runs backwards", () => {
    expect(() => parseDateRange("2026-04-01", "2026-03-31", mexico)).toThrow(
      "date_from: 2026-04-01 is after date_to 2026-03-31. Swap the two.",
    );
  });

  test("and the refusal uses the caller's names of the two dates", () => {
    expect(() => parseDateRange("2026-02-30", "", "UTC", ["since", "until"])).toThrow(/^since: /);
  });
});

test("without a date the range is open at both ends", () => {
  expect(parseDateRange("", "", mexico)).toEqual({});
});
