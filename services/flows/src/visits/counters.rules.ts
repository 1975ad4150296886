import type { Counters, Flow } from "../flows/flows.types.js";

export const noCounters: Counters = { total: 0, unique: 0, completed: 0 };

export function readCounters(flow: Pick<Flow, "totalVisitCount" | "uniqueVisitCount" | "completedCount">): Counters {
  return { total: flow.totalVisitCount, unique: flow.uniqueVisitCount, completed: flow.completedCount };
}

function addCounters(one: Counters, other: Counters): Counters {
  return {
    total: one.total + other.total,
    unique: one.unique + other.unique,
    completed: one.completed + other.completed,
  };
}

export function negateCounters({ total, unique, completed }: Counters): Counters {
  return { total: -total, unique: -unique, completed: -completed };
}

/** Sums per key. */
export function sumByKey(entries: Iterable<readonly [key: string, counters: Counters]>): Map<string, Counters> {
  const sums = new Map<string, Counters>();
  for (const [key, counters] of entries) sums.set(key, addCounters(sums.get(key) ?? noCounters, counters));
  return sums;
}
