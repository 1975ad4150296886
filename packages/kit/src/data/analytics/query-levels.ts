import { dayMs } from "../counts/count-changes.rules.js";
import type { SnapshotScope } from "../tenancy/scope.types.js";
import type { CountedCollection } from "./counted-collection.js";
import {
  combinationsMax,
  type CountedRow,
  type CountQuery,
  queryCounts,
  sumLevels,
  tooManyCombinations,
} from "./query-counts.js";

/** Changes that a process with a clock ahead has counted. */
const aheadMs = 2 * dayMs;

/**
 * Like `queryCounts`, with levels in place of the sums of their changes: what there was at the end of each interval, or is now in one that is not over.
 * That is the sum of all changes, without those since; so it is right for any range, and nothing needs to be stored per day. An interval that has not
 * begun has no level. Rows in which all is 0 are left out.
 * @param scope reads all at one moment
 * @throws Refusal too_many_combinations
 */
export async function queryLevels(
  scope: SnapshotScope,
  collection: CountedCollection,
  query: CountQuery,
): Promise<CountedRow[]> {
  const { bounds } = query;
  const intervals = bounds.length - 1;
  const end = bounds.at(-1);
  if (intervals < 1 || !end) return [];
  // One interval more, from the end of the range until now.
  const until = new Date(Math.max(scope.now.getTime(), end.getTime()) + aheadMs);
  const changes = await queryCounts(scope, collection, { ...query, bounds: [...bounds, until] });

  const groups = new Map<string, Group>();
  const take = (values: string[]): Group => {
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, present: {}, changes: new Map<number, Record<string, number>>() };
    groups.set(key, group);
    return group;
  };
  for (const { values, counts } of await sumLevels(scope, collection, query)) take(values).present = counts;
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
