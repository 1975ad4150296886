import { toDayName } from "../time/day-name.js";
import type { OpenCountRow, PackedCountRow, Quarters } from "./analytics-records.js";
import type { CountedCollection } from "./counted-collection.js";

/** Combinations of one record. With every quarter of an hour in use one has about 4 kB, and a record of MongoDB has at most 16 MB. */
const combinationsPerPart = 2000;

/** All sets of dimensions of a collection, each in the order of the declaration; the first one is empty. */
export function listSets({ dimensions }: CountedCollection): string[][] {
  return dimensions.reduce<string[][]>((sets, dimension) => [...sets, ...sets.map((set) => [...set, dimension])], [[]]);
}

export const toSetName = (set: readonly string[]): string => set.join(",");

/** The dimensions of a set in the order of the declaration. */
export function orderSet({ dimensions }: CountedCollection, names: Iterable<string>): string[] {
  const given = new Set(names);
  return dimensions.filter((dimension) => given.has(dimension));
}

/** The values of a combination for some of its dimensions. */
export function pickValues(
  { dimensions }: CountedCollection,
  values: readonly string[],
  set: readonly string[],
): string[] {
  return set.map((dimension) => values[dimensions.indexOf(dimension)] ?? "");
}

/** The counters of one combination on one day. */
export interface DayEntry {
  /** One per dimension of the set. */
  values: string[];
  quarters: Quarters;
}

/**
 * The combinations of a set of one day, with the increments of these open rows added. One whose counters are all 0 is left out, as if it had never
 * been counted.
 */
export function addToEntries(
  collection: CountedCollection,
  set: readonly string[],
  packed: readonly DayEntry[],
  open: readonly Pick<OpenCountRow, "values" | "quarters">[],
): DayEntry[] {
  const entries = new Map<string, DayEntry>();
  const add = (values: string[], quarters: Quarters = {}) => {
    const key = JSON.stringify(values);
    const entry = entries.get(key) ?? { values, quarters: {} };
    entries.set(key, entry);
    addQuarters(entry.quarters, quarters);
  };
  for (const { values, quarters } of packed) add(values, quarters);
  for (const { values, quarters } of open) add(pickValues(collection, values, set), quarters);
  return [...entries.values()].flatMap(({ values, quarters }) => {
    const kept = dropZeros(quarters);
    return Object.keys(kept).length > 0 ? [{ values, quarters: kept }] : [];
  });
}

/** What open counters add to the sum of all days: their levels, in one quarter of an hour. */
export function toLevels(
  levels: readonly string[],
  { values, quarters = {} }: Pick<OpenCountRow, "values" | "quarters">,
): Pick<OpenCountRow, "values" | "quarters"> {
  const sums = sumQuarters(quarters);
  return { values, quarters: { 0: Object.fromEntries(levels.map((name) => [name, sums[name] ?? 0])) } };
}

function addQuarters(target: Quarters, added: Quarters): void {
  for (const [quarter, counts] of Object.entries(added)) {
    const into = (target[quarter] ??= {});
    for (const [name, value] of Object.entries(counts)) into[name] = (into[name] ?? 0) + value;
  }
}

function dropZeros(quarters: Quarters): Quarters {
  const kept = Object.entries(quarters).flatMap(([quarter, counts]) => {
    const some = Object.entries(counts).filter(([, value]) => value !== 0);
    return some.length > 0 ? [[quarter, Object.fromEntries(some)] as const] : [];
  });
  return Object.fromEntries(kept);
}

function sumQuarters(quarters: Quarters): Record<string, number> {
  const sums: Quarters = {};
  for (const counts of Object.values(quarters)) addQuarters(sums, { day: counts });
  return sums["day"] ?? {};
}

/** The records of one day and set, in parts that fit into a record of MongoDB. */
export function toPackedRows(
  businessId: string,
  { collection, set, day }: { collection: string; set: readonly string[]; day: Date | null },
  entries: readonly DayEntry[],
): PackedCountRow[] {
  const parts = Math.ceil(entries.length / combinationsPerPart);
  const name = toSetName(set);
  return Array.from({ length: parts }, (_, part) => {
    const own = entries.slice(part * combinationsPerPart, (part + 1) * combinationsPerPart);
    const _id = `${businessId}|${collection}|${name}|${day ? toDayName(day) : "all"}|${part}`;
    return { _id, collection, set: name, day, part, size: own.length, ...toColumns(set, own) };
  });
}

function toColumns(set: readonly string[], entries: readonly DayEntry[]) {
  const sums = entries.map(({ quarters }) => sumQuarters(quarters));
  const names = [...new Set(sums.flatMap((counts) => Object.keys(counts)))];
  return {
    values: set.map((_, position) => entries.map(({ values }) => values[position] ?? "")),
    sums: Object.fromEntries(names.map((name) => [name, sums.map((counts) => counts[name] ?? 0)])),
    quarters: entries.map(({ quarters }) => quarters),
  };
}

/** What `toPackedRows` was given. */
export const toEntries = ({ values, quarters }: Pick<PackedCountRow, "values" | "quarters">): DayEntry[] =>
  quarters.map((ofOne, index) => ({ values: pickRow(values, index), quarters: ofOne }));

/** The values of one combination. */
export const pickRow = (columns: readonly string[][], index: number): string[] =>
  columns.map((column) => column[index] ?? "");
