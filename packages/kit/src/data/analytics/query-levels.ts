import { dayMs } from "../counts/count-changes.rules.js";
import type { Scope, SnapshotScope } from "../tenancy/scope.types.js";
import type { CountedCollection } from "./counted-collection.js";
import { orderSet } from "./packed-days.rules.js";
import {
  combinationsMax,
  type CountedRow,
  type CountQuery,
  queryCounts,
  tooManyCombinations,
  toTest,
} from "./query-counts.js";

/** What there is now of one combination of values, by the name of the counter. */
export interface PresentLevel {
  values: string[];
  levels: Record<string, number>;
}

/**
 * Reads what there is now, from the records themselves.
 * @param dimensions of the values, in their order
 * @param max more combinations are not needed: the query is refused
 */
export type ReadPresent = (scope: Scope, dimensions: readonly string[], max: number) => Promise<PresentLevel[]>;

/** Changes that a process with a clock ahead has counted. */
const aheadMs = 2 * dayMs;

/**
 * Like `queryCounts`, with levels in place of the sums of their changes: what there was at the end of each interval, or is now in one that is not over.
 * That is what there is now, without the changes since; so it is right for any range, and nothing needs to be stored per day. An interval that has not
 * begun has no level. Rows in which all is 0 are left out.
 * @param scope reads what there is now and the changes at one moment
 * @throws Refusal too_many_combinations
 */
export async function queryLevels(
  scope: SnapshotScope,
  collection: CountedCollection,
  query: CountQuery,
  readPresent: ReadPresent,
): Promise<CountedRow[]> {
  const { groupBy, filters, bounds } = query;
  const intervals = bounds.length - 1;
  const end = bounds.at(-1);
  if (intervals < 1 || !end) return [];
  // One interval more, from the end of the range until now.
  const until = new Date(Math.max(scope.now.getTime(), end.getTime()) + aheadMs);
  const changes = await queryCounts(scope, collection, { ...query, bounds: [...bounds, until] });

  const set = orderSet(collection, [...groupBy, ...filters.map(({ dimension }) => dimension)]);
  const found = await readPresent(scope, set, combinationsMax + 1);
  if (found.length > combinationsMax) throw tooManyCombinations(found.length);
  const isWanted = toTest(set, filters);
  const groups = new Map<string, Group>();
  const take = (values: string[]): Group => {
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, present: {}, changes: new Map<number, Record<string, number>>() };
    groups.set(key, group);
    return group;
  };
  for (const { values, levels } of found.filter((one) => isWanted(one.values))) {
    const { present } = take(groupBy.map((dimension) => values[set.indexOf(dimension)] ?? ""));
    for (const [name, level] of Object.entries(levels)) present[name] = (present[name] ?? 0) + level;
  }
  for (const { interval, values, counts } of changes) take(values).changes.set(interval, counts);
  if (groups.size * intervals > combinationsMax) throw tooManyCombinations(groups.size * intervals);

  const begun = bounds.slice(0, -1).filter((start) => start <= scope.now).length;
  return [...groups.values()].flatMap((group) => listLevels(group, collection.levels ?? [], intervals, begun));
}

interface Group {
  values: string[];
  present: Record<string, number>;
  /** Counters by the index of the interval; the one behind the last has the changes since the range. */
  changes: Map<number, Record<string, number>>;
}

/** From the present back to the first interval. */
function listLevels(
  { values, present, changes }: Group,
  names: readonly string[],
  intervals: number,
  begun: number,
): CountedRow[] {
  const level = { ...present };
  const undo = (interval: number) => {
    for (const name of names) level[name] = (level[name] ?? 0) - (changes.get(interval)?.[name] ?? 0);
  };
  const rows: CountedRow[] = [];
  undo(intervals);
  for (let interval = intervals - 1; interval >= 0; interval -= 1) {
    const levels = Object.fromEntries(names.map((name) => [name, interval < begun ? (level[name] ?? 0) : 0]));
    rows.push({ interval, values, counts: { ...changes.get(interval), ...levels } });
    undo(interval);
  }
  return rows.filter(({ counts }) => Object.values(counts).some((value) => value !== 0)).toReversed();
}
