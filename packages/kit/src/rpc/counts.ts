import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CountService, QueryCountsResponse, QueryCountsResponseSchema } from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import type { CountedCollection } from "../data/analytics/counted-collection.js";
import { type CountedRow, findCountedDays, queryCounts } from "../data/analytics/query-counts.js";
import { queryLevels } from "../data/analytics/query-levels.js";
import type { Database } from "../data/database.types.js";
import { toDayName } from "../data/time/day-name.js";
import type { Scope, SnapshotScope } from "../data/tenancy/scope.types.js";
import type { RpcHandlers } from "./definition.js";

/** The names of values that are ids of records, by the value; those of records that do not exist any more are left out. */
export type FindLabels = (scope: Scope, values: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** A collection of analytics as its service answers queries about it. */
export interface AnsweredCollection {
  collection: CountedCollection;
  /** By dimension; a dimension that is left out has values that people can read. */
  labels: Readonly<Record<string, FindLabels>>;
  /** Runs before a query, for what is counted later than it is written. */
  prepare?: (call: Call) => Promise<void>;
}

/** The handlers of every service for analytics. */
export function createCountHandlers(
  db: Database,
  answered: readonly AnsweredCollection[],
): RpcHandlers<typeof CountService> {
  const byName = new Map(answered.map((one) => [one.collection.name, one]));
  return {
    queryCounts: async ({ collection: name, groupBy, filters, bounds, withLevels }, call) => {
      const found = byName.get(name);
      // The caller knows the same declarations; during an upgrade it can be a version ahead.
      if (!found) throw new Error(`no collection ${name} is counted here`);
      const { collection, labels, prepare } = found;
      await prepare?.(call);
      const query = {
        groupBy,
        filters: filters.map(({ dimension, excludes, values }) => ({ dimension, isExcluding: excludes, values })),
        bounds: bounds.map((bound) => new Date(bound)),
      };
      const count = (scope: SnapshotScope) =>
        withLevels && collection.levels ? queryLevels(scope, collection, query) : queryCounts(scope, collection, query);
      // Only the counters have to be read at one moment. Labels may come from another service.
      const rows = bounds.length === 0 ? [] : await db.snapshot(call, count);
      const scope = db.scope(call);
      // Who finds nothing is told which days have counters; every other query does not read them.
      const days = rows.length === 0 ? await findCountedDays(scope, collection) : undefined;
      return {
        ...toColumns(groupBy, rows),
        labels: await findAllLabels(scope, labels, groupBy, rows),
        firstDay: days ? toDayName(days.first) : "",
        lastDay: days ? toDayName(days.last) : "",
      };
    },
  };
}

type Columns = Pick<MessageInitShape<typeof QueryCountsResponseSchema>, "intervals" | "values" | "counters">;

function toColumns(groupBy: readonly string[], rows: readonly CountedRow[]): Columns {
  const names = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))];
  return {
    intervals: rows.map(({ interval }) => interval),
    values: groupBy.map((_, position) => ({ values: rows.map(({ values }) => values[position] ?? "") })),
    counters: names.map((name) => ({ name, values: rows.map(({ counts }) => counts[name] ?? 0) })),
  };
}

/** The rows of an answer to `queryCounts`. A counter of a row that is 0 is left out. */
export function readCountedRows({
  intervals,
  values,
  counters,
}: Pick<QueryCountsResponse, "intervals" | "values" | "counters">): CountedRow[] {
  return intervals.map((interval, index) => {
    const counts: Record<string, number> = {};
    for (const { name, values: column } of counters) if (column[index]) counts[name] = column[index];
    return { interval, values: values.map((column) => column.values[index] ?? ""), counts };
  });
}

async function findAllLabels(
  scope: Scope,
  labels: AnsweredCollection["labels"],
  groupBy: readonly string[],
  rows: readonly { values: string[] }[],
) {
  const all = [];
  for (const [index, dimension] of groupBy.entries()) {
    const find = labels[dimension];
    if (!find) continue;
    const values = new Set(rows.flatMap((row) => row.values[index] || []));
    for (const [value, label] of await find(scope, [...values])) all.push({ dimension, value, label });
  }
  return all;
}

/** Labels from a field of the records with these ids. */
export function labelFromField(collection: string, field: string): FindLabels {
  return async (scope, ids) => {
    const found = await scope
      .collection<{ _id: string } & Record<string, unknown>>(collection)
      .findByIds(ids, { projection: { [field]: 1 } });
    return new Map([...found].flatMap(([id, { [field]: name }]) => (typeof name === "string" ? [[id, name]] : [])));
  };
}
