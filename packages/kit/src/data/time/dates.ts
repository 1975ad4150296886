import { createCache } from "../../caches/index.js";
import { invalid } from "../../errors/refusal.js";
import { fieldName, wording } from "../../errors/wording.js";
import { dayMs } from "../counts/count-changes.rules.js";

/**
 * The instant at which the clocks of a time zone show `fields` (calendar and clock fields written as if they were UTC). In the
 * night when clocks go back it is the first of two instants. In the night when they go forward the fields may not exist, even
 * midnight; then it is the instant of the change, so that a day always begins where the previous day ended.
 * @returns milliseconds since 1970
 */
function toInstant(fields: number, timeZone: string): number {
  const before = fields - getOffsetMs(fields - dayMs, timeZone);
  const after = fields - getOffsetMs(fields + dayMs, timeZone);
  const shown = [before, after].toSorted((a, b) => a - b).find((at) => at + getOffsetMs(at, timeZone) === fields);
  return shown ?? before;
}

/** How far the clocks of a time zone are ahead of UTC at an instant. */
export function getOffsetMs(at: number, timeZone: string): number {
  const fields = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const formatters = createCache<Intl.DateTimeFormat>({ max: 1000 });

/** Creating a formatter costs about a hundred times as much as using one. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const two = "2-digit";
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: "h23",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** `from` is included, `until` is excluded; absent means open. */
export interface DateRange {
  from?: Date;
  until?: Date;
}

/**
 * Parses the two dates of a caller. A date alone (`2026-03-31`) means that whole day in the business's time zone, both ends
 * included: a history up to the 31st contains the evening of the 31st. A timestamp means that instant; without an offset it is
 * local time of the business.
 * @param timeZone IANA name; empty is UTC
 * @param names names of the two arguments, for the refusals
 * @throws Refusal invalid_argument for a day that does not exist, and for a range that ends before it begins
 */
export function parseDateRange(
  dateFrom: string,
  dateTo: string,
  timeZone: string,
  names: readonly [from: string, to: string] = ["date_from", "date_to"],
): DateRange {
  const [fromName, toName] = names;
  const from = dateFrom ? parseDate(fromName, dateFrom) : undefined;
  const to = dateTo ? parseDate(toName, dateTo) : undefined;
  const range: DateRange = {};
  if (from) range.from = findInstant(from, timeZone);
  if (to) range.until = findEnd(to, timeZone);
  if (range.from && range.until && range.from >= range.until) {
    throw invalid(
      fromName,
      wording`${dateFrom} is after ${fieldName(toName)} ${dateTo}. Swap the two.`,
      "end_before_start",
    );
  }
  return range;
}

// Date.UTC turns 2026-02-30 into 2 March without an error, and the year 26 into 1926. So the patterns know the calendar, from the year 100 on, and
// the OpenAPI document shows them.
const leapYear = "(?:(?:0[1-9]|[1-9]\\d)(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)";
const anyYear = "(?:0[1-9]|[1-9]\\d)\\d\\d";
const dayOfAnyYear =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const hourOfDay = "(?:[01]\\d|2[0-3])";
const clockTime = `T${hourOfDay}:[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${hourOfDay}:?[0-5]\\d)?`;

/** A day, such as `2026-03-31`: the source of a regular expression. */
export const daySource = `(?:${leapYear}-02-29|${anyYear}-${dayOfAnyYear})`;
/** What `parseDateRange` takes: a day or a timestamp. */
export const dayOrTimeSource = `${daySource}(?:${clockTime})?`;
const dayOnly = new RegExp(`^${daySource}$`);
const dayOrTime = new RegExp(`^${dayOrTimeSource}$`);

/** A date as the caller wrote it: calendar fields, clock fields, and the offset in minutes if there was one. */
interface WrittenDate {
  day: readonly [year: number, month: number, day: number];
  time?: readonly [hour: number, minute: number, second: number, millisecond: number];
  offset?: number;
}

const writtenPattern = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function parseDate(name: string, text: string): WrittenDate {
  const parts = writtenPattern.exec(text);
  if (!parts) throw invalid(name, "write it as YYYY-MM-DD, or as a timestamp such as 2026-03-31T18:00:00Z.", "date");
  const [, year, month, day, hour, minute, second = "0", fraction = "0", zone] = parts;
  const date = [Number(year), Number(month), Number(day)] as const;
  if (!dayOnly.test(`${year}-${month}-${day}`))
    throw invalid(name, `${year}-${month}-${day} is no day of the calendar.`, "date");
  if (hour === undefined) return { day: date };
  const millisecond = Math.trunc(Number(`0.${fraction}`) * 1000);
  const time = [Number(hour), Number(minute), Number(second), millisecond] as const;
  const offset = zone === undefined ? undefined : parseOffset(zone);
  if (!dayOrTime.test(text)) throw invalid(name, "its hours run to 23, its minutes and seconds to 59.", "time");
  return { day: date, time, ...(offset !== undefined && { offset }) };
}

function parseOffset(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}

function findInstant({ day: [year, month, day], time = [0, 0, 0, 0], offset }: WrittenDate, timeZone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, ...time);
  if (offset !== undefined) return new Date(asUtc - offset * minuteMs);
  return new Date(toInstant(asUtc, timeZone || "UTC"));
}

/** The first instant after what was written: the beginning of the next day, or the millisecond after the timestamp. */
function findEnd(to: WrittenDate, timeZone: string): Date {
  const { day, time } = to;
  if (time) return new Date(findInstant(to, timeZone).getTime() + 1);
  const next = new Date(Date.UTC(day[0], day[1] - 1, day[2] + 1));
  return findInstant({ day: [next.getUTCFullYear(), next.getUTCMonth() + 1, next.getUTCDate()] }, timeZone);
}

const minuteMs = 60_000;
