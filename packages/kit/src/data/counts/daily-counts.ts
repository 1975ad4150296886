import type { Document } from "mongodb";
import {
  type Counts,
  type DailyCountRow,
  type DayCounts,
  dayMs,
  quarterMs,
  quartersPerDay,
  toDay,
  toQuarter,
} from "./count-changes.rules.js";
import type { DateRange } from "../time/dates.js";
import { type LocalDay, toSegments } from "../time/local-days.js";
import type { Scope } from "../tenancy/scope.types.js";

// Reads of the counters that `WriteScope.count` keeps (docs/decisions/0040-counters-per-day.md). At most 16 records are read per day.

export const dailyCountCollection = "dailyCounts";
export const dailyCountIndexes = [{ key: { subject: 1, day: 1 } }] as const;

const rows = (scope: Scope) => scope.collection<DailyCountRow>(dailyCountCollection);

/** The counters of all time. A name that was never counted is 0. */
export async function readTotals<Name extends string>(
  scope: Scope,
  subject: string,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const found = await rows(scope).find({ subject, day: null }, { projection: { sums: 1 } });
  return addUp(
    names,
    found.map(({ sums }) => sums),
  );
}

/** The counters of each of these days, in their order. */
export async function readDailyCounts<Name extends string>(
  scope: Scope,
  subject: string,
  names: readonly Name[],
  days: readonly LocalDay[],
): Promise<DayCounts<Name>[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const found = await rows(scope).aggregate<Document & { _id: number }>([
    { $match: { subject: { $eq: subject }, day: { $gte: toDay(first.start), $lt: last.end } } },
    { $project: { day: 1, quarters: { $objectToArray: "$quarters" } } },
    { $unwind: "$quarters" },
    { $set: { quarter: { $add: [{ $divide: [{ $toLong: "$day" }, quarterMs] }, { $toInt: "$quarters.k" }] } } },
    { $match: { quarter: { $gte: toNumber(first.start), $lt: toNumber(last.end) } } },
    {
      $group: {
        _id: toDayIndex(days),
        ...Object.fromEntries(names.map((name) => [name, { $sum: `$quarters.v.${name}` }])),
      },
    },
  ]);
  const byIndex = new Map(found.map((row) => [row._id, row as unknown as Counts]));
  return days.map(({ day }, index) => ({ day, counts: addUp(names, [byIndex.get(index) ?? {}]) }));
}

/** The index of the day to which a quarter of an hour belongs, as an expression. */
function toDayIndex(days: readonly LocalDay[]): Document {
  // The latest segment is compared first.
  return toSegments(days).reduce<Document>((earlier, { firstIndex, lastIndex, start }) => {
    const quarters = { $subtract: ["$quarter", toNumber(start)] };
    const index = { $add: [firstIndex, { $floor: { $divide: [quarters, quartersPerDay] } }] };
    // The last day of a segment may be longer than the others.
    return { $cond: [{ $gte: ["$quarter", toNumber(start)] }, { $min: [lastIndex, index] }, earlier] };
  }, {});
}

export interface RangeCounts<Name extends string> {
  counts: Record<Name, number>;
  /** Parts of the range that are shorter than a quarter of an hour: the counters do not know them. */
  remaining: DateRange[];
}

/** The counters of a range of time: whole days are read from their sums, the first and the last one by the quarter of an hour. */
export async function readRangeCounts<Name extends string>(
  scope: Scope,
  subject: string,
  names: readonly Name[],
  { from, until }: DateRange,
): Promise<RangeCounts<Name>> {
  const first = from && new Date(Math.ceil(from.getTime() / quarterMs) * quarterMs);
  const last = until && new Date(Math.floor(until.getTime() / quarterMs) * quarterMs);
  if (from && until && first && last && first >= last) {
    return { counts: addUp(names, []), remaining: [{ from, until }] };
  }
  const remaining = [
    ...(from && first && from < first ? [{ from, until: first }] : []),
    ...(until && last && last < until ? [{ from: last, until }] : []),
  ];
  const firstFull = first && new Date(Math.ceil(first.getTime() / dayMs) * dayMs);
  const lastFull = last && toDay(last);
  const edges = [first, last].flatMap((edge) => (edge && edge.getTime() % dayMs !== 0 ? [toDay(edge)] : []));
  const sums = [await sumFullDays(scope, subject, names, firstFull, lastFull)];
  const edgeRows = edges.length > 0 ? await rows(scope).find({ subject, day: { $in: edges } }) : [];
  for (const { day, quarters = {} } of edgeRows) {
    if (!day) continue;
    const lowest = first && toDay(first) >= day ? toQuarter(first) : 0;
    const end = last && toDay(last) <= day ? toQuarter(last) : quartersPerDay;
    for (const [quarter, counts] of Object.entries(quarters)) {
      if (Number(quarter) >= lowest && Number(quarter) < end) sums.push(counts);
    }
  }
  return { counts: addUp(names, sums), remaining };
}

async function sumFullDays<Name extends string>(
  scope: Scope,
  subject: string,
  names: readonly Name[],
  from: Date | undefined,
  until: Date | undefined,
): Promise<Counts> {
  if (from && until && from >= until) return {};
  // Totals have the day null, which no comparison with a date matches.
  const day = { $gte: from ?? new Date(0), ...(until && { $lt: until }) };
  const sums = Object.fromEntries(names.map((name) => [name, { $sum: `$sums.${name}` }]));
  const stages = [{ $match: { subject: { $eq: subject }, day } }, { $group: { _id: null, ...sums } }];
  const [found] = await rows(scope).aggregate<Document>(stages);
  return found ?? {};
}

function addUp<Name extends string>(names: readonly Name[], all: readonly Counts[]): Record<Name, number> {
  const sum = (name: Name) => all.reduce((total, counts) => total + (counts[name] ?? 0), 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>;
}

const toNumber = (at: Date): number => Math.floor(at.getTime() / quarterMs);
