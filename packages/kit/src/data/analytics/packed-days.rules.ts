import type { OpenCountRow, PackedCountRow, PackedEntry, Quarters } from "./analytics-records.js";
import { toDayName } from "../time/day-name.js";
import type { CountedCollection } from "./counted-collection.js";

/** Entries of one record. With every quarter of an hour in use an entry has about 4 kB, and a record of MongoDB has at most 16 MB. */
const entriesPerPart = 2000;

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

/**
 * The entries of a set of one day, with the increments of these open rows added. An entry whose counters are all 0 is left out, as if it had never
 * been counted.
 */
export function addToEntries(
  collection: CountedCollection,
  set: readonly string[],
  packed: readonly PackedEntry[],
  open: readonly Pick<OpenCountRow, "values" | "quarters">[],
): PackedEntry[] {
  const entries = new Map<string, { values: string[]; quarters: Quarters }>();
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
    return Object.keys(kept).length > 0 ? [{ values, sums: sumQuarters(kept), quarters: kept }] : [];
  });
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

export function sumQuarters(quarters: Quarters): Record<string, number> {
  const sums: Quarters = {};
  for (const counts of Object.values(quarters)) addQuarters(sums, { day: counts });
  return sums["day"] ?? {};
}

/** The records of one day and set, in parts that fit into a record of MongoDB. */
export function toPackedRows(
  businessId: string,
  { collection, set, day }: Pick<PackedCountRow, "collection" | "set" | "day">,
  entries: readonly PackedEntry[],
): PackedCountRow[] {
  const parts = Math.ceil(entries.length / entriesPerPart);
  return Array.from({ length: parts }, (_, part) => {
    const own = entries.slice(part * entriesPerPart, (part + 1) * entriesPerPart);
    const _id = `${businessId}|${collection}|${set}|${toDayName(day)}|${part}`;
    return { _id, collection, set, day, part, size: own.length, entries: own };
  });
}
