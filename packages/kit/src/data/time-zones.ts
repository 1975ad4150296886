import { LRUCache } from "lru-cache";
import { dayMs } from "./count-changes.rules.js";

/**
 * The instant at which the clocks of a time zone show `fields` (calendar and clock fields written as if they were UTC). In the
 * night when clocks go back it is the first of two instants. In the night when they go forward the fields may not exist, even
 * midnight; then it is the instant of the change, so that a day always begins where the previous day ended.
 * @returns milliseconds since 1970
 */
export function toInstant(fields: number, timeZone: string): number {
  const before = fields - getOffsetMs(fields - dayMs, timeZone);
  const after = fields - getOffsetMs(fields + dayMs, timeZone);
  const shown = [before, after].toSorted((a, b) => a - b).find((at) => at + getOffsetMs(at, timeZone) === fields);
  return shown ?? before;
}

/** How far the clocks of a time zone are ahead of UTC at an instant. */
function getOffsetMs(at: number, timeZone: string): number {
  const fields = Object.fromEntries(
    getFormatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 1000 });

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
