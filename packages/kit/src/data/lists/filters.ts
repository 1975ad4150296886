import type { Filter } from "mongodb";
import type { DateRange } from "../time/dates.js";

/**
 * Writes each plain top-level value of a filter as `$eq`, so that MongoDB compares text of a caller and never reads it as an
 * operator. Objects and names that begin with `$` are operators of our own code and stay as they are; plain values inside them need their own `$eq`.
 * @throws Error for undefined: MongoDB would drop the field, and the filter would match more records than it says
 */
export function toEqualityFilter<T>(filter: Filter<T>): Filter<T> {
  return Object.fromEntries(
    Object.entries(filter).map(([field, value]: [string, unknown]) => {
      if (value === undefined) throw new Error(`the filter has no value for ${field}`);
      return [field, typeof value === "object" || field.startsWith("$") ? value : { $eq: value }];
    }),
  ) as Filter<T>;
}

/** A filter for records whose `field` lies in the range: `from` included, `until` excluded. An open range matches all. */
export function rangeFilter<T>(field: keyof T & string, { from, until }: DateRange): Filter<T> {
  if (!from && !until) return {};
  const range = { ...(from && { $gte: from }), ...(until && { $lt: until }) };
  return { [field]: range } as Filter<T>;
}
