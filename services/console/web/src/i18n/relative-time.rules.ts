type Unit = "year" | "month" | "day" | "hour" | "minute";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const month = 30.44 * day;

/** Each unit with its length and from how many seconds on it is used: from where the rounded number says enough. */
const units: readonly (readonly [unit: Unit, seconds: number, from: number])[] = [
  ["year", 365.25 * day, 23.5 * month],
  ["month", month, 59.5 * day],
  ["day", day, 47.5 * hour],
  ["hour", hour, 59.5 * minute],
  ["minute", minute, 0.5 * minute],
];

export interface RelativeTime {
  /** Negative in the past; 0 is now. */
  count: number;
  unit: Unit | "second";
}

/**
 * How long ago a time is, or in how long, rounded.
 * @param mayBeAhead false for what has happened: when the clock of the server is ahead of the browser's, that is now and never in the future
 */
export function toRelativeTime(timeMs: number, nowMs: number, mayBeAhead: boolean): RelativeTime {
  const seconds = (timeMs - nowMs) / 1000;
  const distance = Math.abs(seconds);
  const found = units.find(([, , from]) => distance >= from);
  if (!found || (seconds > 0 && !mayBeAhead)) return { count: 0, unit: "second" };
  const [unit, length] = found;
  return { count: Math.sign(seconds) * Math.round(distance / length), unit };
}
