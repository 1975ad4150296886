import { createCache } from "../../caches/index.js";
import { invalid } from "../../errors/refusal.js";
import { getOffsetMs, parseDateRange } from "./dates.js";
import { toDayName } from "./day-name.js";
import { dayMs } from "../counts/count-changes.rules.js";

/** A day of the calendar in a time zone. */
export interface LocalDay {
  /** `2026-11-22` */
  day: string;
  start: Date;
  /** The start of the next day. */
  end: Date;
}

/**
 * The days of a range that a caller gave, without gaps.
 * @param dateFrom `2026-10-24`; empty: so early that the range has `daysDefault` days
 * @param dateTo included; empty: today
 * @throws Refusal invalid_argument for a day that does not exist, and for a range that is too long or ends before it begins
 */
export function parseDays(
  { dateFrom, dateTo }: { dateFrom: string; dateTo: string },
  { timeZone, now, daysDefault, daysMax }: { timeZone: string; now: Date; daysDefault: number; daysMax: number },
): LocalDay[] {
  const to = dateTo || toLocalDay(now, timeZone);
  requireDay(to, "date_to", timeZone);
  const from = dateFrom || addDays(to, 1 - daysDefault);
  requireDay(from, "date_from", timeZone);
  parseDateRange(from, to, timeZone);
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (count > daysMax) {
    throw invalid("date_from", `the range has ${count} days; ${daysMax} is the most.`, "too_many_days", {
      max: daysMax,
    });
  }
  const names = Array.from({ length: count + 1 }, (_, index) => addDays(from, index));
  const starts = names.map((day) => startOfDay(day, timeZone));
  return names
    .slice(0, -1)
    .map((day, index) => ({ day, start: starts[index] as Date, end: starts[index + 1] as Date }));
}

/** Days that begin 24 hours after each other: a change of the clocks begins another segment. */
export interface Segment {
  /** Indexes of its first and last day. */
  firstIndex: number;
  lastIndex: number;
  start: Date;
}

export function toSegments(days: readonly LocalDay[]): Segment[] {
  const segments: Segment[] = [];
  for (const [index, { start }] of days.entries()) {
    const last = segments.at(-1);
    const expected = last && last.start.getTime() + (index - last.firstIndex) * dayMs;
    if (last && start.getTime() === expected) last.lastIndex = index;
    else segments.push({ firstIndex: index, lastIndex: index, start });
  }
  return segments;
}

function requireDay(day: string, name: string, timeZone: string): void {
  parseDateRange(day, "", timeZone, [name, "date_to"]);
}

/** A range of a year has 366 beginnings, each of which asks for the clocks of its time zone several times. */
const knownStarts = createCache<number>({ max: 10_000 });

/** @param day `2026-11-22` */
export function startOfDay(day: string, timeZone: string): Date {
  const key = `${day} ${timeZone}`;
  const known = knownStarts.get(key);
  if (known !== undefined) return new Date(known);
  const { from } = parseDateRange(day, "", timeZone);
  if (!from) throw new Error(`${day} has no beginning`);
  knownStarts.set(key, from.getTime());
  return from;
}

/** @param day `2026-11-22` */
export const addDays = (day: string, count: number): string => toDayName(new Date(Date.parse(day) + count * dayMs));

/** The day that the calendars of a time zone show at an instant. */
export function toLocalDay(at: Date, timeZone: string): string {
  return toDayName(new Date(at.getTime() + getOffsetMs(at.getTime(), timeZone || "UTC")));
}
