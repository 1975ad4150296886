import type { Filter } from "mongodb";
import type { DateRange } from "../time/dates.js";

/** A filter for records whose `field` lies in the range: `from` included, `until` excluded. An open range matches all. */
export function rangeFilter<T>(field: keyof T & string, { from, until }: DateRange): Filter<T> {
  if (!from && !until) return {};
  const range = { ...(from && { $gte: from }), ...(until && { $lt: until }) };
  return { [field]: range } as Filter<T>;
}
