import type { Document } from "mongodb";
import { type Refusal, refused } from "../../errors/refusal.js";
import { dayMs, quarterMs, toDay } from "../counts/count-changes.rules.js";
import type { Scope, SnapshotScope } from "../tenancy/scope.types.js";
import {
  countChangeCollection,
  type CountChangeRow,
  openCountCollection,
  type OpenCountRow,
  packedCountCollection,
  type PackedCountRow,
} from "./analytics-records.js";
import type { CountedCollection } from "./counted-collection.js";
import { orderSet, pickRow, toEntries, toSetName } from "./packed-days.rules.js";

/** Combinations that one query reads; more are refused before they are read. */
export const combinationsMax = 10_000;

/** Rows of days that are not packed: one per combination and day. */
const openRowsMax = 50_000;
/** Transactions whose changes are not in the open counters yet. */
const changesMax = 20_000;

export interface CountFilter {
  dimension: string;
  isExcluding: boolean;
  values: readonly string[];
}

export interface CountQuery {
  /** The dimensions of the rows; none for one row per interval. */
  groupBy: readonly string[];
  filters: readonly CountFilter[];
  /** The beginnings of the intervals and the end of the last one, ascending, each at a quarter of an hour. */
  bounds: readonly Date[];
}

/** The counters of one interval and combination. Rows without any counter are left out. */
export interface CountedRow {
  /** Index of the interval. */
  interval: number;
  /** One per dimension of `groupBy`, in its order. */
  values: string[];
  counts: Record<string, number>;
}

/**
 * Sums counters by intervals and dimensions: from the packed days of the smallest set with these dimensions, from the days that are not packed yet, and
 * from the changes that are not in these yet.
 * @param scope reads all at one moment, so that a day which is being packed is counted once
 * @throws Refusal too_many_combinations
 */
export async function queryCounts(
  scope: SnapshotScope,
  collection: CountedCollection,
  { groupBy, filters, bounds }: CountQuery,
): Promise<CountedRow[]> {
  const [first, end] = [bounds[0], bounds.at(-1)];
  if (!first || !end || first >= end) return [];
  const set = orderSet(collection, [...groupBy, ...filters.map(({ dimension }) => dimension)]);
  const ofRange = { collection: collection.name, day: { $gte: toDay(first), $lt: end } };
  const ofSet = { ...ofRange, set: toSetName(set) };
  await refuseTooMany(scope, ofSet, ofRange);
  const positions = groupBy.map((dimension) => set.indexOf(dimension));
  const sums = new IntervalSums(bounds, positions, toTest(set, filters));
  const [packed, open, changes] = await Promise.all([
    readPacked(scope, ofSet, listEdgeDays(bounds)),
    readOpen(scope, ofRange, collection, set),
    readChanges(scope, { collection: collection.name, at: { $gte: first, $lt: end } }, collection, set),
  ]);
  for (const day of packed.whole) sums.addDay(day);
  for (const row of packed.edges)
    for (const { values, quarters } of toEntries(row)) sums.addQuarters(row.day, values, Object.entries(quarters));
  sums.addUnpacked(open, changes);
  return sums.list();
}

/**
 * Sums everything that was ever counted, of the counters that are levels: what there is now.
 * @returns one row per combination of `groupBy`
 * @throws Refusal too_many_combinations
 */
export async function sumLevels(
  scope: SnapshotScope,
  collection: CountedCollection,
  { groupBy, filters }: Pick<CountQuery, "groupBy" | "filters">,
): Promise<CountedRow[]> {
  const { name: ofName } = collection;
  const set = orderSet(collection, [...groupBy, ...filters.map(({ dimension }) => dimension)]);
  const ofSet = { collection: ofName, set: toSetName(set), day: null };
  await refuseTooMany(scope, ofSet, { collection: ofName });
  const positions = groupBy.map((dimension) => set.indexOf(dimension));
  const sums = new IntervalSums(allTime, positions, toTest(set, filters));
  const [packed, open, changes] = await Promise.all([
    scope
      .collection<PackedCountRow>(packedCountCollection)
      .find(ofSet, { projection: { size: 1, values: 1, sums: 1 } }),
    readOpen(scope, { collection: ofName }, collection, set),
    readChanges(scope, { collection: ofName }, collection, set),
  ]);
  for (const total of packed) sums.addDay({ ...total, day: new Date(0) });
  sums.addUnpacked(open, changes);
  return sums.list();
}

/** One interval with every time that a date can have. */
const allTime = [new Date(0), new Date(8.64e15)];

/** Days in UTC in which an interval begins or ends: their quarters of an hour are needed. */
export function listEdgeDays(bounds: readonly Date[]): Date[] {
  const edges = bounds.filter((bound) => bound.getTime() % dayMs !== 0).map((bound) => toDay(bound).getTime());
  return [...new Set(edges)].map((day) => new Date(day));
}

async function refuseTooMany(scope: Scope, ofSet: Document, ofOpen: Document): Promise<void> {
  const [[sum], open, changes] = await Promise.all([
    scope
      .collection<PackedCountRow>(packedCountCollection)
      .aggregate<{ size: number }>([{ $match: ofSet }, { $group: { _id: null, size: { $sum: "$size" } } }]),
    scope.collection<OpenCountRow>(openCountCollection).count(ofOpen, openRowsMax + 1),
    scope.collection<CountChangeRow>(countChangeCollection).count({}, changesMax + 1),
  ]);
  const found = sum?.size ?? 0;
  if (found <= combinationsMax && open <= openRowsMax && changes <= changesMax) return;
  throw tooManyCombinations(Math.max(found, open, changes));
}

export function tooManyCombinations(found: number): Refusal {
  return refused(
    "too_many_combinations",
    `The query would read ${found} combinations; ${combinationsMax} is the most. Ask for fewer days, or group and filter by fewer dimensions.`,
    { max: combinationsMax },
  );
}

type WholeDay = { day: Date } & Pick<PackedCountRow, "size" | "values" | "sums">;
type EdgeDay = { day: Date } & Pick<PackedCountRow, "values" | "quarters">;

/** Days in which no interval begins are read by their sums, which are a fraction of the quarters. */
async function readPacked(
  scope: Scope,
  ofSet: Document,
  edges: readonly Date[],
): Promise<{ whole: WholeDay[]; edges: EdgeDay[] }> {
  // A range of days has no record of the sum of all days.
  const packed = scope.collection<PackedCountRow & { day: Date }>(packedCountCollection);
  const read = (days: Document, projection: Document) =>
    packed.find({ ...ofSet, $and: [{ day: days }] }, { projection: { _id: 0, day: 1, values: 1, ...projection } });
  const [whole, ofEdges] = await Promise.all([
    read({ $nin: edges }, { size: 1, sums: 1 }),
    edges.length === 0 ? [] : read({ $in: edges }, { quarters: 1 }),
  ]);
  return { whole, edges: ofEdges };
}

interface OpenSums {
  _id: { day: Date; values: string[] };
  quarters: { k: string; v: Record<string, number> }[];
}

const pickStored = ({ dimensions }: CountedCollection, set: readonly string[]): Document[] =>
  set.map((dimension) => ({ $arrayElemAt: ["$values", dimensions.indexOf(dimension)] }));

interface ChangeSums {
  _id: { at: Date; values: string[] };
  counts: Record<string, number>;
}

/** The changes that are not in the open counters yet, by the quarter of an hour and values of the set. */
function readChanges(
  scope: Scope,
  ofRange: Document,
  collection: CountedCollection,
  set: readonly string[],
): Promise<ChangeSums[]> {
  const names = collection.counters;
  return scope.collection<CountChangeRow>(countChangeCollection).aggregate<ChangeSums>([
    { $unwind: "$changes" },
    { $replaceRoot: { newRoot: "$changes" } },
    { $match: ofRange },
    {
      $group: {
        _id: { at: "$at", values: pickStored(collection, set) },
        ...Object.fromEntries(names.map((name) => [name, { $sum: `$counts.${name}` }])),
      },
    },
    { $project: { counts: Object.fromEntries(names.map((name) => [name, `$${name}`])) } },
  ]);
}

/** The open counters by day and values of the set. */
function readOpen(
  scope: Scope,
  ofRange: Document,
  collection: CountedCollection,
  set: readonly string[],
): Promise<OpenSums[]> {
  const values = pickStored(collection, set);
  const names = collection.counters;
  return scope.collection<OpenCountRow>(openCountCollection).aggregate<OpenSums>([
    { $match: ofRange },
    { $project: { day: 1, values, quarters: { $objectToArray: { $ifNull: ["$quarters", {}] } } } },
    { $unwind: "$quarters" },
    {
      $group: {
        _id: { day: "$day", values: "$values", quarter: "$quarters.k" },
        ...Object.fromEntries(names.map((name) => [name, { $sum: `$quarters.v.${name}` }])),
      },
    },
    {
      $group: {
        _id: { day: "$_id.day", values: "$_id.values" },
        quarters: {
          $push: { k: "$_id.quarter", v: Object.fromEntries(names.map((name) => [name, `$${name}`])) },
        },
      },
    },
  ]);
}

export type IsWanted = (values: readonly string[]) => boolean;

/** @param set the dimensions of the values */
export function toTest(set: readonly string[], filters: readonly CountFilter[]): IsWanted {
  const tests = filters.map(({ dimension, isExcluding, values }) => {
    const [position, wanted] = [set.indexOf(dimension), new Set(values)];
    return (of: readonly string[]) => wanted.has(of[position] ?? "") !== isExcluding;
  });
  return (values) => tests.every((test) => test(values));
}

/** Adds up counters by interval and by the values at some positions. */
class IntervalSums {
  readonly #rows = new Map<string, CountedRow>();

  constructor(
    private readonly bounds: readonly Date[],
    private readonly positions: readonly number[],
    private readonly isWanted: IsWanted,
  ) {}

  /** @param day lies in one interval */
  addDay({ day, size, values: columns, sums }: WholeDay): void {
    const interval = findInterval(this.bounds, day.getTime());
    if (interval === undefined) return;
    const counters = Object.entries(sums);
    for (let index = 0; index < size; index += 1) {
      const values = pickRow(columns, index);
      if (!this.isWanted(values)) continue;
      const { counts } = this.#take(interval, values);
      for (const [name, column] of counters) counts[name] = (counts[name] ?? 0) + (column[index] ?? 0);
    }
  }

  addQuarters(day: Date, values: string[], quarters: readonly [string, Record<string, number>][]): void {
    if (!this.isWanted(values)) return;
    for (const [quarter, added] of quarters) this.#add(day.getTime() + Number(quarter) * quarterMs, values, added);
  }

  addUnpacked(open: readonly OpenSums[], changes: readonly ChangeSums[]): void {
    for (const { _id, quarters } of open)
      this.addQuarters(
        _id.day,
        _id.values,
        quarters.map(({ k, v }) => [k, v]),
      );
    for (const { _id, counts } of changes)
      if (this.isWanted(_id.values)) this.#add(_id.at.getTime(), _id.values, counts);
  }

  list(): CountedRow[] {
    return [...this.#rows.values()].filter(({ counts }) => Object.values(counts).some((value) => value !== 0));
  }

  #add(at: number, values: readonly string[], added: Record<string, number>): void {
    const interval = findInterval(this.bounds, at);
    if (interval === undefined) return;
    const { counts } = this.#take(interval, values);
    for (const [name, value] of Object.entries(added)) counts[name] = (counts[name] ?? 0) + value;
  }

  #take(interval: number, values: readonly string[]): CountedRow {
    const picked = this.positions.map((position) => values[position] ?? "");
    const key = `${interval}|${picked.length === 1 ? picked[0] : JSON.stringify(picked)}`;
    const known = this.#rows.get(key);
    if (known) return known;
    const row = { interval, values: picked, counts: {} };
    this.#rows.set(key, row);
    return row;
  }
}

/** @returns undefined outside of all intervals */
export function findInterval(bounds: readonly Date[], at: number): number | undefined {
  let [low, high] = [0, bounds.length];
  // The number of bounds that are not later.
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as Date).getTime() <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 || low === bounds.length ? undefined : low - 1;
}

/** The first and the last day in UTC that has counters of a collection; undefined when nothing was ever counted. */
export async function findCountedDays(
  scope: Scope,
  { name }: CountedCollection,
): Promise<{ first: Date; last: Date } | undefined> {
  const find = async (direction: 1 | -1) => {
    const options = { sort: { day: direction }, projection: { _id: 0, day: 1 } };
    const packed = scope.collection<PackedCountRow & { day: Date }>(packedCountCollection);
    const found = await Promise.all([
      packed.findOne({ collection: name, set: "", day: { $type: "date" } }, options),
      scope.collection<OpenCountRow>(openCountCollection).findOne({ collection: name }, options),
    ]);
    return found.flatMap((row) => (row ? [row.day.getTime()] : []));
  };
  const changed = await scope
    .collection<CountChangeRow>(countChangeCollection)
    .aggregate<{ first: Date; last: Date }>([
      { $unwind: "$changes" },
      { $match: { "changes.collection": name } },
      { $group: { _id: null, first: { $min: "$changes.at" }, last: { $max: "$changes.at" } } },
    ]);
  const ofChanges = changed.flatMap(({ first, last }) => [toDay(first).getTime(), toDay(last).getTime()]);
  const days = [...(await find(1)), ...(await find(-1)), ...ofChanges];
  if (days.length === 0) return undefined;
  return { first: new Date(Math.min(...days)), last: new Date(Math.max(...days)) };
}
