import { roundingMax } from "./count-changes.rules.js";
import { dailyCountCollection } from "./daily-counts.js";
import type { AuditedRow, RecordAudit } from "../audits/record-audit.js";

interface AuditedDay extends AuditedRow {
  /** The counters that differ. */
  wrong: string[];
}

const sums = { $objectToArray: { $ifNull: ["$sums", {}] } };
const countsOfQuarters = {
  $reduce: {
    input: { $objectToArray: { $ifNull: ["$quarters", {}] } },
    initialValue: [],
    in: { $concatArrays: ["$$value", { $objectToArray: "$$this.v" }] },
  },
};
const addUp = (counts: string) => ({
  $sum: {
    $map: {
      input: { $filter: { input: counts, as: "count", cond: { $eq: ["$$count.k", "$$name"] } } },
      as: "count",
      in: "$$count.v",
    },
  },
});
const differs = { $gt: [{ $abs: { $subtract: [addUp("$sums"), addUp("$counted")] } }, roundingMax] };
const stages = [
  { $match: { day: { $type: "date" } } },
  { $project: { businessId: 1, sums, counted: countsOfQuarters } },
  {
    $project: {
      businessId: 1,
      wrong: { $filter: { input: { $setUnion: ["$sums.k", "$counted.k"] }, as: "name", cond: differs } },
    },
  },
];

/**
 * Checks that the sums of a day, from which whole days are read, are those of its quarters of an hour. Only the quarters are compared with a full
 * count (`findCountDifferences`), and a repair adds to both.
 */
export const daySumAudit: RecordAudit<AuditedDay> = {
  records: "days whose counters are not the sums of their quarters of an hour",
  collection: dailyCountCollection,
  subjects: { collection: dailyCountCollection, stages: [...stages, { $match: { "wrong.0": { $exists: true } } }] },
  stages,
  findProblems: ({ wrong }) => wrong.map((name) => `"${name}" of the day is not the sum of its quarters of an hour`),
};
