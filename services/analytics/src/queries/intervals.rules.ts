import { addDays, getOffsetMs, type LocalDay, parseDays, startOfDay, toDayName } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import { daysDefault, daysMax, hourlyDaysMax } from "@tenant-ops/rest/analytics";

export type IntervalName = "none" | "hour" | "day" | "week" | "month";

const hourMs = 3_600_000;

export interface Interval {
  /** `2026-11-21`, or `2026-11-21T14:00-06:00` by the hour; empty without intervals. */
  time: string;
  start: Date;
  end: Date;
  /** Whether it is cut off by the range. */
  isCut: boolean;
}

/** A range of whole days, and its intervals in their order, without gaps. */
export interface PlannedRange {
  /** First and last day. */
  from: string;
  to: string;
  intervals: Interval[];
}

export interface RangeRequest {
  lastDays: number;
  dateFrom: string;
  dateTo: string;
}

/** @throws Refusal invalid_argument */
export function planDays({ lastDays, dateFrom, dateTo }: RangeRequest, timeZone: string, now: Date): LocalDay[] {
  if (dateFrom !== "" && lastDays !== daysDefault)
    throw invalid("last_days", "the range has a first day already; send one of the two.");
  return parseDays({ dateFrom, dateTo }, { timeZone, now, daysDefault: lastDays, daysMax });
}

/** By the length of the range: hours below two days, days below a month, weeks below about three months, else months. */
export function chooseInterval(days: readonly LocalDay[]): IntervalName {
  if (days.length < 2) return "hour";
  if (days.length < 31) return "day";
  return days.length <= 92 ? "week" : "month";
}

/** @throws Refusal invalid_argument for too many hours */
export function planRange(days: readonly LocalDay[], interval: IntervalName, timeZone: string): PlannedRange {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) throw new Error("a range has at least one day");
  if (interval === "hour" && days.length > hourlyDaysMax)
    throw invalid("interval", `by the hour a range has at most ${hourlyDaysMax} days; this one has ${days.length}.`);
  return { from: first.day, to: last.day, intervals: planIntervals(days, interval, timeZone) };
}

function planIntervals(days: readonly LocalDay[], interval: IntervalName, timeZone: string): Interval[] {
  switch (interval) {
    case "hour":
      return days.flatMap((day) => splitHours(day, timeZone));
    case "day":
      return days.map(({ day: time, start, end }) => ({ time, start, end, isCut: false }));
    case "week":
      return joinDays(days, startOfWeek, (day) => addDays(day, 7));
    case "month":
      return joinDays(days, startOfMonth, startOfNextMonth);
    case "none":
      return joinDays(
        days,
        () => "",
        () => "",
      ).map((whole) => ({ ...whole, time: "", isCut: false }));
  }
}

/** A day has 23, 24 or 25 of them; where clocks change by half an hour, the last one is shorter or longer. */
function splitHours({ start, end }: LocalDay, timeZone: string): Interval[] {
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / hourMs));
  return Array.from({ length: count }, (_, index) => {
    const from = new Date(start.getTime() + index * hourMs);
    const until = index === count - 1 ? end : new Date(from.getTime() + hourMs);
    return { time: toLocalTime(from, timeZone), start: from, end: until, isCut: false };
  });
}

/** `2026-11-21T14:00-06:00`: with the offset, because an hour occurs twice when clocks go back. */
function toLocalTime(at: Date, timeZone: string): string {
  const offsetMs = getOffsetMs(at.getTime(), timeZone || "UTC");
  const toClock = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  const local = new Date(at.getTime() + offsetMs).toISOString().slice(0, 16);
  return `${local}${offsetMs < 0 ? "-" : "+"}${toClock(Math.abs(offsetMs))}`;
}

/** Joins days that begin the same week or month. */
function joinDays(
  days: readonly LocalDay[],
  toFirstDay: (day: string) => string,
  toNext: (firstDay: string) => string,
): Interval[] {
  const joined: (Interval & { key: string })[] = [];
  for (const { day, start, end } of days) {
    const key = toFirstDay(day);
    const last = joined.at(-1);
    if (last?.key === key) last.end = end;
    else joined.push({ key, time: day, start, end, isCut: day !== key });
  }
  const last = joined.at(-1);
  const lastDay = days.at(-1)?.day;
  if (last && lastDay && addDays(lastDay, 1) !== toNext(last.key)) last.isCut = true;
  return joined.map(({ time, start, end, isCut }) => ({ time, start, end, isCut }));
}

/** Weeks begin on Monday, as in ISO 8601. */
function startOfWeek(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -weekday);
}

const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
const startOfNextMonth = (day: string): string => moveMonths(startOfMonth(day), 1);

/** The same day of another month; where that month is shorter, the first day after it. */
export function moveMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const daysOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toDayName(new Date(Date.UTC(year, month - 1 + months, Math.min(date, daysOfMonth + 1))));
}

/**
 * The range that another one is compared with. When days were given, whole months are compared with the same number of whole months before, the first days of a month with
 * the same days of the month before, as far as it has them, and every other range with as many days before. Each interval is compared with the one at the
 * same distance from the beginning.
 */
export function planPrevious(
  { from, to, intervals }: PlannedRange,
  compare: "previous_period" | "previous_year",
  timeZone: string,
  { dateFrom }: Pick<RangeRequest, "dateFrom">,
): PlannedRange {
  const end = addDays(to, 1);
  const move = compare === "previous_year" ? byMonths(-12) : choosePeriod(from, end, dateFrom !== "");
  const moveInstant = (at: Date, day: string) => {
    const sinceStart = at.getTime() - startOfDay(day, timeZone).getTime();
    return new Date(startOfDay(move(day), timeZone).getTime() + sinceStart);
  };
  const until = startOfDay(move(end), timeZone);
  const starts = intervals.map(({ start, time }) => {
    const moved = moveInstant(start, time.slice(0, 10) || from);
    return moved < until ? moved : until;
  });
  const last = addDays(move(end), -1);
  return {
    // 29 February has nothing a year before.
    from: move(from) < last ? move(from) : last,
    to: last,
    intervals: intervals.map((interval, index) => ({
      ...interval,
      start: starts[index] ?? until,
      end: starts[index + 1] ?? until,
    })),
  };
}

type Move = (day: string) => string;

const byMonths =
  (months: number): Move =>
  (day) =>
    moveMonths(day, months);

/** @param isByDates the last 7 days are compared with the 7 days before, also on the 7th */
function choosePeriod(from: string, end: string, isByDates: boolean): Move {
  const isInOneMonth = end <= startOfNextMonth(from);
  if (!isByDates || !from.endsWith("-01") || !(isInOneMonth || end.endsWith("-01"))) {
    const days = Math.round((Date.parse(end) - Date.parse(from)) / 86_400_000);
    return (day) => addDays(day, -days);
  }
  const [a = 0, b = 0] = [from, end].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  return byMonths(isInOneMonth ? -1 : a - b);
}
