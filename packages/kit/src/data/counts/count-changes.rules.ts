import type { Document } from "mongodb";
import { toDayName } from "../time/day-name.js";

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

/** What a transaction adds to one combination of dimension values of a collection of analytics; see `analytics/counted-collection.ts`. */
export interface CombinationChange {
  collection: string;
  /** One value per dimension of the collection, in the order of its declaration. */
  values: readonly string[];
  /** The time to which it belongs. It may lie in a day that is over. */
  at: Date;
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

/** Sums of decimals, such as scores, may differ by rounding. */
export const roundingMax = 1e-6;
export const quarterMs = 15 * 60 * 1000;
export const dayMs = 24 * 60 * 60 * 1000;
export const quartersPerDay = dayMs / quarterMs;

/** The midnight in UTC before a time, or at it. */
export function toDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

/** The number of the quarter of an hour within the day in UTC, 0 to 95. */
export function toQuarter(at: Date): number {
  return Math.floor((at.getTime() % dayMs) / quarterMs);
}

interface CountUpdate {
  filter: { _id: string; businessId: string };
  update: { $inc: Record<string, number>; $setOnInsert: Document };
}

/** A name is a part of a path in MongoDB, so it has no dot and no dollar sign. */
const namePattern = /^[a-z][A-Za-z0-9_-]*$/;

interface CountRecord {
  _id: string;
  /** What an upsert stores besides the counters. */
  fields: Document;
  /** Before the name of a counter in the paths of the increments. */
  prefixes: readonly string[];
  counts: Counts;
}

/**
 * The updates that add changes to one slot, one per record, in a fixed order: two transactions then conflict at their first
 * common record.
 */
export function toCountUpdates(businessId: string, slot: number, changes: readonly CountChange[]): CountUpdate[] {
  return mergeIncrements(
    businessId,
    changes.map(({ subject, at, counts }) => {
      const day = at && toDay(at);
      const _id = `${businessId}|${subject}|${day ? toDayName(day) : "all"}|${slot}`;
      return { _id, fields: { subject, day }, prefixes: at ? ["sums", `quarters.${toQuarter(at)}`] : ["sums"], counts };
    }),
  );
}

/**
 * The same for combinations of dimension values, whose records have no slots: one process at a time adds to them. Their days have quarters of an hour
 * only.
 */
export function toCombinationUpdates(businessId: string, changes: readonly CombinationChange[]): CountUpdate[] {
  return mergeIncrements(
    businessId,
    changes.map(({ collection, values, at, counts }) => {
      const day = toDay(at);
      // As JSON, because a value can be a text that a visitor sent, and no two combinations may have one id.
      const _id = `${businessId}|${collection}|${JSON.stringify(values)}|${toDayName(day)}`;
      return { _id, fields: { collection, values: [...values], day }, prefixes: [`quarters.${toQuarter(at)}`], counts };
    }),
  );
}

/** Adds up the changes of each combination in each quarter of an hour; the time becomes its beginning. What adds up to nothing is left out. */
export function mergeCombinations(changes: readonly CombinationChange[]): CombinationChange[] {
  const merged = new Map<string, CombinationChange & { counts: Record<string, number> }>();
  for (const { collection, values, at, counts } of changes) {
    const quarter = new Date(toDay(at).getTime() + toQuarter(at) * quarterMs);
    const key = JSON.stringify([collection, values, quarter.getTime()]);
    const sum = merged.get(key) ?? { collection, values, at: quarter, counts: {} };
    merged.set(key, sum);
    for (const [name, by] of Object.entries(counts)) {
      if (!namePattern.test(name)) throw new Error(`${name} is no name of a counter`);
      sum.counts[name] = (sum.counts[name] ?? 0) + by;
    }
  }
  return [...merged.values()].filter(({ counts }) => Object.values(counts).some((by) => by !== 0));
}

function mergeIncrements(businessId: string, changes: readonly CountRecord[]): CountUpdate[] {
  const records = new Map<string, { fields: Document; increments: Map<string, number> }>();
  for (const { _id, fields, prefixes, counts } of changes) {
    const { increments } = records.get(_id) ?? { increments: new Map<string, number>() };
    records.set(_id, { fields, increments });
    for (const [name, value] of Object.entries(counts)) {
      if (!namePattern.test(name)) throw new Error(`${name} is no name of a counter`);
      for (const prefix of prefixes) {
        const path = `${prefix}.${name}`;
        increments.set(path, (increments.get(path) ?? 0) + value);
      }
    }
  }
  return [...records]
    .map(([_id, { increments, fields }]) => ({
      _id,
      fields,
      increments: [...increments].filter(([, by]) => by !== 0),
    }))
    .filter(({ increments }) => increments.length > 0)
    .toSorted((one, other) => (one._id < other._id ? -1 : 1))
    .map(({ _id, increments, fields }) => ({
      filter: { _id, businessId },
      update: { $inc: Object.fromEntries(increments), $setOnInsert: fields },
    }));
}
