import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayOrTimeSource, daySource, parseDateRange } from "./dates.js";

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

describe("the patterns, which the OpenAPI document shows, match what is read and nothing else", () => {
  const [day, dayOrTime] = [new RegExp(`^${daySource}$`, "u"), new RegExp(`^${dayOrTimeSource}$`, "u")];
  const isRead = (text: string): boolean => {
    try {
      parseDateRange(text, "", "UTC");
      return true;
    } catch {
      return false;
    }
  };
  const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, "0"));
  const year = fc.oneof(
    fc.constantFrom("0000", "0099", "0100", "1900", "2000", "2024", "2100"),
    fc.stringMatching(/^\d{4}$/),
  );
  const month = fc.oneof(fc.constantFrom("00", "01", "02", "04", "12", "13"), two);
  const dayOfMonth = fc.oneof(fc.constantFrom("00", "28", "29", "30", "31", "32"), two);
  const zone = fc.oneof(
    fc.constantFrom("", "Z", "z", "+23:59", "-2359", "+24:00", "+10:60", "+1"),
    fc.stringMatching(/^[+-]\d\d:?\d\d$/),
  );
  const fraction = fc.oneof(fc.constant(""), fc.stringMatching(/^\.\d{0,10}$/));
  const clock = fc.oneof(
    fc.constantFrom("23:59:59", "24:00", "23:60", "00:00:60", "1:00"),
    fc.tuple(two, two).map((parts) => parts.join(":")),
  );
  const written = fc.oneof(
    fc.tuple(year, month, dayOfMonth).map((parts) => parts.join("-")),
    fc
      .tuple(year, month, dayOfMonth, fc.constantFrom("T", "t", " "), clock, fraction, zone)
      .map(([a, b, c, separator, ...time]) => `${[a, b, c].join("-")}${separator}${time.join("")}`),
    fc.stringMatching(dayOrTime),
    fc.stringMatching(day),
  );

  test("of any date that somebody writes", () => {
    fc.assert(
      fc.property(written, (text) => {
        expect([text, dayOrTime.test(text)]).toEqual([text, isRead(text)]);
        if (!text.includes("T")) expect([text, day.test(text)]).toEqual([text, isRead(text)]);
      }),
      { numRuns: 5000 },
    );
  });

  test("of every day of four centuries", () => {
    const dayMs = 24 * 3_600_000;
    const start = Date.UTC(1900, 0, 1);
    for (let at = start; at < Date.UTC(2300, 0, 1); at += dayMs)
      expect(new Date(at).toISOString().slice(0, 10)).toMatch(day);
    for (const wrong of ["1900-02-29", "2100-02-29", "2023-02-29", "2026-04-31"]) expect(wrong).not.toMatch(day);
  });
});
