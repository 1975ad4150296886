import { LRUCache } from "lru-cache";
import { invalid } from "../errors/refusal.js";

/** `from` counts, `until` does not any more; absent means open. */
export interface DateRange {
  from?: Date;
  until?: Date;
}

/**
 * What a caller's two dates mean. A date alone (`2026-03-31`) is that whole day in the business's time zone, both ends
 * included: a history up to the 31st has the evening of the 31st in it. A timestamp is that moment; without an offset it
 * is the business's clock.
 * @param timeZone IANA name; empty is UTC
 * @param names what the caller calls the two arguments, for the sentences
 * @throws Refusal invalid_argument for a day that no calendar has, and for a range that runs backwards
 */
export function parseDateRange(
  dateFrom: string,
  dateTo: string,
  timeZone: string,
  names: readonly [from: string, to: string] = ["date_from", "date_to"],
): DateRange {
  const [fromName, toName] = names;
  const from = dateFrom ? read(fromName, dateFrom) : undefined;
  const to = dateTo ? read(toName, dateTo) : undefined;
  const range: DateRange = {};
  if (from) range.from = instantOf(from, timeZone);
  if (to) range.until = afterwards(to, timeZone);
  if (range.from && range.until && range.from >= range.until) {
    throw invalid(fromName, `${dateFrom} is after ${toName} ${dateTo}. Swap the two.`);
  }
  return range;
}

/** What somebody wrote down: fields of a calendar and a clock, and the offset in minutes if they gave one. */
interface Written {
  day: readonly [year: number, month: number, day: number];
  time?: readonly [hour: number, minute: number, second: number, millisecond: number];
  offset?: number;
}

const written = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/;

function read(name: string, text: string): Written {
  const parts = written.exec(text);
  if (!parts) throw invalid(name, "write it as YYYY-MM-DD, or as a timestamp such as 2026-03-31T18:00:00Z.");
  const [, year, month, day, hour, minute, second = "0", fraction = "0", zone] = parts;
  const date = [Number(year), Number(month), Number(day)] as const;
  if (!isDay(date)) throw invalid(name, `${year}-${month}-${day} is no day of the calendar.`);
  if (hour === undefined) return { day: date };
  const millisecond = Math.trunc(Number(`0.${fraction}`) * 1000);
  const time = [Number(hour), Number(minute), Number(second), millisecond] as const;
  const offset = zone === undefined ? undefined : offsetOf(zone);
  const isClock = time[0] < 24 && time[1] < 60 && time[2] < 60 && Math.abs(offset ?? 0) < 24 * 60;
  if (!isClock) throw invalid(name, "its hours run to 23, its minutes and seconds to 59.");
  return { day: date, time, ...(offset !== undefined && { offset }) };
}

/** 2026-02-30 would silently become 2 March. */
function isDay([year, month, day]: Written["day"]): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function offsetOf(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}

function instantOf({ day: [year, month, day], time = [0, 0, 0, 0], offset }: Written, timeZone: string): Date {
  const asUtc = Date.UTC(year, month - 1, day, ...time);
  if (offset !== undefined) return new Date(asUtc - offset * minuteMs);
  return new Date(onClock(asUtc, timeZone || "UTC"));
}

/** The first moment that no longer belongs to what was written: the next day, or the millisecond after the timestamp. */
function afterwards(to: Written, timeZone: string): Date {
  const { day, time } = to;
  if (time) return new Date(instantOf(to, timeZone).getTime() + 1);
  const next = new Date(Date.UTC(day[0], day[1] - 1, day[2] + 1));
  return instantOf({ day: [next.getUTCFullYear(), next.getUTCMonth() + 1, next.getUTCDate()] }, timeZone);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * When the clocks of a zone show these fields (written as if they were UTC). On the night when clocks go back it is the
 * first of the two moments. On the night when they go forward the fields may not exist, midnight included; then it is the
 * moment of the change, so that a day always begins where the day before ended.
 */
function onClock(fields: number, timeZone: string): number {
  const before = fields - offsetMs(fields - dayMs, timeZone);
  const after = fields - offsetMs(fields + dayMs, timeZone);
  const shown = [before, after].toSorted((a, b) => a - b).find((at) => at + offsetMs(at, timeZone) === fields);
  return shown ?? before;
}

/** How far a zone's clocks are ahead of UTC at a moment. */
function offsetMs(at: number, timeZone: string): number {
  const fields = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 1000 });

/** Making a formatter costs a hundred times what using it costs. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const two = "2-digit";
  const fields = {
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: "h23",
  } as const;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, ...fields });
  clocks.set(timeZone, clock);
  return clock;
}
