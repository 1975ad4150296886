import type { Document } from "mongodb";
import { createSystemCall } from "../../call/call.js";
import { isBusinessClosed } from "../tenancy/closed-businesses.js";
import { liveBusinesses, matchWholeBusinesses } from "../tenancy/cross-business-reads.js";
import { dayMs, quarterMs, roundingMax } from "./count-changes.rules.js";
import { countChangeCollection, openCountCollection, packedCountCollection } from "../analytics/analytics-records.js";
import { type CountedCollection, toDimensionValues } from "../analytics/counted-collection.js";
import { toSetName } from "../analytics/packed-days.rules.js";
import { dailyCountCollection } from "./daily-counts.js";
import type { Database } from "../database.types.js";

/** How counters are computed from the records of a collection. */
export interface CountSource {
  collection: string;
  /** The names of the counters. */
  names: readonly string[];
  /** Set for the counters of a collection of analytics, by combination of dimension values, instead of those of `dailyCounts`. */
  counted?: CountedCollection;
  /**
   * Stages that turn each record into rows with `subject`, `at` (a date, or null for the total) and one field per name. The subject in a collection of
   * analytics is the array of the values.
   */
  stages: readonly Document[];
  /** Set when records are deleted by their age: only whole days since this time can be compared. */
  since?: () => Date;
  /** Only totals can be computed from the records; counts per day cannot be compared. */
  onlyTotals?: boolean;
}

/** A counter that differs from the full count. */
export interface CountDifference {
  businessId: string;
  subject: string | string[];
  /** The beginning of the quarter of an hour; null for the total of all time. */
  at: Date | null;
  /** What is missing in the counters, by name; negative where they have too much. */
  missing: Record<string, number>;
}

/** The counts of records that the retention has deleted; see `packages/kit/src/retention`. */
export const removedCountCollection = "removedCounts";

/** Compares the counters of all live businesses with a full count, at one moment: it can run while the services write. */
export async function* findCountDifferences(db: Database, source: CountSource): AsyncIterable<CountDifference> {
  const { collection, names, stages, since, onlyTotals } = source;
  const from = since && new Date(Math.ceil(since().getTime() / dayMs) * dayMs);
  const comparable: Document[] = [
    ...(from ? [{ $match: { at: { $gte: from } } }] : []),
    ...(onlyTotals ? [{ $match: { at: null } }] : []),
  ];
  const counted = names.map((name) => [name, { $ifNull: [`$${name}`, 0] }]);
  const stored = names.map((name) => [name, { $subtract: [0, { $ifNull: [`$counts.v.${name}`, 0] }] }]);
  const removed = names.map((name) => [name, { $ifNull: [`$counts.${name}`, 0] }]);
  const sums = names.map((name) => [name, { $sum: `$${name}` }]);
  const differs = names.map((name) => ({ $gt: [{ $abs: `$${name}` }, roundingMax] }));
  const onlyWhole = matchWholeBusinesses(db.closedBusinesses);
  const rows = db.acrossBusinesses<Document>(collection, [
    ...stages,
    ...comparable,
    { $project: { businessId: 1, subject: 1, at: toQuarterStart("$at"), ...Object.fromEntries(counted) } },
    {
      $unionWith: {
        coll: removedCountCollection,
        pipeline: [
          ...onlyLive,
          ...onlyWhole,
          { $match: { collection, counted: source.counted?.name ?? null } },
          { $project: { businessId: 1, subject: 1, at: 1, ...Object.fromEntries(removed) } },
          ...comparable,
        ],
      },
    },
    ...listStored(source).map(({ coll, rows }) => ({
      $unionWith: {
        coll,
        pipeline: [
          ...onlyLive,
          ...onlyWhole,
          ...rows,
          { $unwind: "$counts" },
          { $project: { businessId: 1, subject: 1, at: quarterOfCounts, ...Object.fromEntries(stored) } },
          ...comparable,
        ],
      },
    })),
    { $group: { _id: { businessId: "$businessId", subject: "$subject", at: "$at" }, ...Object.fromEntries(sums) } },
    { $match: { $expr: { $or: differs } } },
  ]);
  for await (const { _id, ...missing } of rows) {
    const { businessId, subject, at } = _id as Omit<CountDifference, "missing">;
    yield { businessId, subject, at, missing };
  }
}

const onlyLive = [{ $match: liveBusinesses }];
/** The quarter of an hour of a date; null stays null. */
export const toQuarterStart = (at: string): Document => ({
  $cond: [{ $eq: [at, null] }, null, { $dateTrunc: { date: at, unit: "minute", binSize: 15 } }],
});
/** The counters of a record: its total as one row, or one row per quarter of an hour. */
const listCounts = {
  $cond: [{ $eq: ["$day", null] }, [{ k: "0", v: "$sums" }], { $objectToArray: { $ifNull: ["$quarters", {}] } }],
};
const listQuarters = (quarters: string) => ({ $objectToArray: { $ifNull: [quarters, {}] } });

/** Where the counters of a source are stored, as stages that list them with `subject`, `day` and `counts`. */
function listStored({ counted }: CountSource): { coll: string; rows: Document[] }[] {
  if (!counted)
    return [
      { coll: dailyCountCollection, rows: [{ $project: { businessId: 1, subject: 1, day: 1, counts: listCounts } }] },
    ];
  const open = { businessId: 1, subject: "$values", day: 1, counts: listQuarters("$quarters") };
  const packed = {
    businessId: 1,
    subject: { $map: { input: "$values", in: { $arrayElemAt: ["$$this", "$index"] } } },
    day: 1,
    counts: listQuarters("$quarters"),
  };
  const changed = {
    businessId: 1,
    subject: "$changes.values",
    day: "$changes.at",
    // The time is the beginning of a quarter of an hour, so its number is 0.
    counts: [{ k: "0", v: "$changes.counts" }],
  };
  const set = toSetName(counted.dimensions);
  return [
    {
      coll: countChangeCollection,
      rows: [{ $unwind: "$changes" }, { $match: { "changes.collection": counted.name } }, { $project: changed }],
    },
    { coll: openCountCollection, rows: [{ $match: { collection: counted.name } }, { $project: open }] },
    {
      coll: packedCountCollection,
      rows: [
        { $match: { collection: counted.name, set, day: { $type: "date" } } },
        { $unwind: { path: "$quarters", includeArrayIndex: "index" } },
        { $project: packed },
      ],
    },
  ];
}

const quarterOfCounts = {
  $cond: [{ $eq: ["$day", null] }, null, { $add: ["$day", { $multiply: [{ $toInt: "$counts.k" }, quarterMs] }] }],
};

const changesPerTransaction = 500;

/**
 * Adds what is missing to the counters. Increments do not depend on each other, so it can run while the services write; what was
 * counted meanwhile stays counted. It must not run twice at once. A business whose deletion begins meanwhile is left out.
 * @returns how many counters were repaired
 */
export async function repairCounts(db: Database, source: CountSource): Promise<number> {
  let repaired = 0;
  let businessId = "";
  let differences: CountDifference[] = [];
  const flush = async () => {
    const added = differences;
    differences = [];
    if (added.length > 0 && (await addCounts(db, source, businessId, added))) repaired += added.length;
  };
  for await (const difference of findCountDifferences(db, source)) {
    if (difference.businessId !== businessId || differences.length >= changesPerTransaction) await flush();
    ({ businessId } = difference);
    differences.push(difference);
  }
  await flush();
  return repaired;
}

/** @returns false when the business is being deleted */
async function addCounts(
  db: Database,
  { counted }: CountSource,
  businessId: string,
  differences: readonly CountDifference[],
): Promise<boolean> {
  const call = createSystemCall(businessId, "repair counts", { allowsClosed: "closed" });
  try {
    await db.transaction(call, async (scope) => {
      for (const { subject, at, missing } of differences) {
        if (counted && at) scope.countIn(counted, toDimensionValues(counted, subject as string[]), at, missing);
        else scope.count({ subject: subject as string, at, counts: missing });
      }
    });
    return true;
  } catch (error) {
    if (isBusinessClosed(error)) return false;
    throw error;
  }
}
