import type { AuditedRow, RecordAudit } from "../audits/record-audit.js";
import { roundingMax } from "../counts/count-changes.rules.js";
import { packedCountCollection } from "./analytics-records.js";

interface AuditedDay extends AuditedRow {
  totals: DayTotal[];
}

/** The sum of a counter over all combinations of a set, by the sums of the day or by its quarters of an hour. */
interface DayTotal {
  _id: { set: string; kind: "sums" | "quarters"; name: string };
  value: number;
}

const columnSums = {
  $map: { input: { $objectToArray: "$sums" }, in: { k: "$$this.k", v: { $sum: "$$this.v" } } },
};
const countsOfQuarters = {
  $map: { input: { $objectToArray: "$$combination" }, in: { $objectToArray: "$$this.v" } },
};
/** The sums of a record as one group of counters, and each quarter of an hour of each combination as another. */
const listGroups = {
  $concatArrays: [
    [{ kind: "sums", groups: [columnSums] }],
    { $map: { input: "$quarters", as: "combination", in: { kind: "quarters", groups: countsOfQuarters } } },
  ],
};

const listTotals = {
  $lookup: {
    from: packedCountCollection,
    localField: "businessId",
    foreignField: "businessId",
    let: { collection: "$collection", day: "$day" },
    pipeline: [
      { $match: { $expr: { $and: [{ $eq: ["$collection", "$$collection"] }, { $eq: ["$day", "$$day"] }] } } },
      { $project: { set: 1, counted: listGroups } },
      { $unwind: "$counted" },
      { $unwind: "$counted.groups" },
      { $unwind: "$counted.groups" },
      {
        $group: {
          _id: { set: "$set", kind: "$counted.kind", name: "$counted.groups.k" },
          value: { $sum: "$counted.groups.v" },
        },
      },
    ],
    as: "totals",
  },
};

/**
 * Checks that the records of a packed day agree with each other: sums with their quarters of an hour, and each set of dimensions with the others. A
 * full count (`findCountDifferences`) checks the quarters of the set with all dimensions.
 */
export const packedDayAudit: RecordAudit<AuditedDay> = {
  records: "packed days of analytics",
  collection: packedCountCollection,
  subjects: {
    collection: packedCountCollection,
    // The first record of a day stands for all of them.
    stages: [
      {
        $group: {
          _id: { businessId: "$businessId", collection: "$collection", day: "$day" },
          first: { $min: "$_id" },
        },
      },
      { $project: { _id: "$first", businessId: "$_id.businessId" } },
    ],
  },
  stages: [listTotals, { $project: { businessId: 1, totals: 1 } }],
  findProblems: ({ totals }) => {
    const names = new Set(totals.map(({ _id }) => _id.name));
    const sets = [...new Set(totals.map(({ _id }) => _id.set))];
    const dimensions = Math.max(0, ...sets.map((set) => (set === "" ? 0 : set.split(",").length)));
    const problems: string[] = [];
    for (const name of names) {
      const values = sets.flatMap((set) =>
        (["sums", "quarters"] as const).map(
          (kind) => totals.find(({ _id }) => _id.set === set && _id.kind === kind && _id.name === name)?.value ?? 0,
        ),
      );
      // A set whose counters add up to nothing has no record; one that is missing although they do not, disagrees.
      if (sets.length < 2 ** dimensions) values.push(0);
      if (Math.max(...values) - Math.min(...values) > roundingMax)
        problems.push(`sums, quarters of an hour and sets of the day disagree about "${name}"`);
    }
    return problems;
  },
};

interface AuditedTotal extends AuditedRow {
  total: Record<string, number[]>;
  days: { _id: string; value: number }[];
}

/** Checks that the levels of the sum of all days are the sums of the days. `packedDayAudit` compares its sets with each other. */
export const packedTotalAudit: RecordAudit<AuditedTotal> = {
  records: "sums of all packed days of analytics",
  collection: packedCountCollection,
  subjects: { collection: packedCountCollection, stages: [{ $match: { set: "", day: null } }] },
  stages: [
    {
      $lookup: {
        from: packedCountCollection,
        localField: "businessId",
        foreignField: "businessId",
        let: { collection: "$collection" },
        pipeline: [
          { $match: { $expr: { $eq: ["$collection", "$$collection"] }, set: "", day: { $type: "date" } } },
          { $project: { sums: { $objectToArray: "$sums" } } },
          { $unwind: "$sums" },
          { $group: { _id: "$sums.k", value: { $sum: { $sum: "$sums.v" } } } },
        ],
        as: "days",
      },
    },
    { $project: { businessId: 1, total: "$sums", days: 1 } },
  ],
  findProblems: ({ total, days }) =>
    Object.entries(total)
      .filter(([name, [sum = 0]]) => Math.abs(sum - (days.find(({ _id }) => _id === name)?.value ?? 0)) > roundingMax)
      .map(([name]) => `"${name}" of all days is not the sum of the days`),
};
