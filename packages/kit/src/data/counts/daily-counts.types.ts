/** Increments by name, such as `{ withdrawals: 2, units: 7 }`. Values may be negative. */
export type Counts = Readonly<Record<string, number>>;

/** What a transaction adds to the counters of its business. */
export interface CountChange {
  /** For what it is counted, such as the id of a course; "" for the whole business. */
  subject: string;
  /** The time to which it belongs; null for the total of all time. */
  at: Date | null;
  counts: Counts;
}

/** The counters of one business and subject on one day in UTC, or of all time, as one slot has them. */
export interface DailyCountRow {
  _id: string;
  subject: string;
  /** Midnight in UTC; null for the total of all time. */
  day: Date | null;
  sums: Record<string, number>;
  /** The same by the quarter of an hour, "0" to "95", of which a day in any time zone is made. Absent in totals. */
  quarters?: Record<string, Record<string, number>>;
}

/** The counters of one day in the time zone of the business. */
export interface DayCounts<Name extends string> {
  /** `2026-11-22` */
  day: string;
  counts: Record<Name, number>;
}
