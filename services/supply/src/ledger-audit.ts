import type { Database } from "@tenant-ops/kit/data";

export interface LedgerAudit {
  businesses: number;
  centerStocks: number;
  movements: number;
  /** One sentence per contradiction between a ledger and its center stock. Empty when everything adds up. */
  problems: string[];
}

/** Checks for every center stock of every business that its ledger adds up to its `currentStock`. */
export async function auditLedgers(db: Database): Promise<LedgerAudit> {
  const businesses = new Set<string>();
  const audit: LedgerAudit = { businesses: 0, centerStocks: 0, movements: 0, problems: [] };
  for await (const row of db.acrossBusinesses<AuditedCenterStock>("centerStocks", pipelineWithLedger)) {
    businesses.add(row.businessId);
    audit.centerStocks += 1;
    audit.movements += row.rows;
    audit.problems.push(...findLedgerProblems(row).map((problem) => `${row._id} of ${row.businessId}: ${problem}`));
  }
  for await (const { _id, rows } of db.acrossBusinesses<{ _id: string; rows: number }>(
    "stock_movements",
    orphanedMovements,
  )) {
    audit.problems.push(`${_id}: ${rows} movements of a center stock that does not exist`);
  }
  return { ...audit, businesses: businesses.size };
}

export interface AuditedCenterStock {
  _id: string;
  businessId: string;
  currentStock: number;
  /** The number of rows according to the center stock. */
  movements: number;
  /** The number of rows that exist. */
  rows: number;
  /** Sum of all deltas. */
  sum: number;
  /** `quantityAfter` of the last row. */
  last: number;
  /** Rows whose `quantityAfter` is not the sum of the deltas so far, or whose `seq` is not their position. */
  breaks: number;
  /** Whether `belowAlert` says something else than the two quantities. */
  wrongAlert: boolean;
}

export function findLedgerProblems(row: AuditedCenterStock): string[] {
  const { currentStock, movements, rows, sum, last, breaks, wrongAlert } = row;
  const problems: string[] = [];
  if (sum !== currentStock) problems.push(`the movements add up to ${sum}, the center holds ${currentStock}`);
  if (last !== currentStock) problems.push(`the last movement says ${last}, the center holds ${currentStock}`);
  if (rows !== movements) problems.push(`${movements} movements were counted, ${rows} are there`);
  if (breaks > 0) problems.push(`${breaks} movements do not follow from the ones before them`);
  if (wrongAlert) problems.push("belowAlert does not follow from currentStock and minStockAlert");
  return problems;
}

const isInconsistentRow = { $or: [{ $ne: ["$running", "$quantityAfter"] }, { $ne: ["$place", "$seq"] }] };

// One pipeline reads at one moment, so that each quantity is compared with exactly its rows while withdrawals go on.
const pipelineWithLedger = [
  {
    $lookup: {
      from: "stock_movements",
      let: { business: "$businessId", id: "$_id" },
      pipeline: [
        { $match: { $expr: { $and: [{ $eq: ["$businessId", "$$business"] }, { $eq: ["$centerStockId", "$$id"] }] } } },
        {
          $setWindowFields: {
            sortBy: { seq: 1 },
            output: {
              running: { $sum: "$delta", window: { documents: ["unbounded", "current"] } },
              place: { $documentNumber: {} },
            },
          },
        },
        {
          $group: {
            _id: null,
            rows: { $sum: 1 },
            sum: { $sum: "$delta" },
            last: { $last: "$quantityAfter" },
            breaks: { $sum: { $cond: [isInconsistentRow, 1, 0] } },
          },
        },
      ],
      as: "ledger",
    },
  },
  { $set: { ledger: { $ifNull: [{ $first: "$ledger" }, { rows: 0, sum: 0, last: 0, breaks: 0 }] } } },
  {
    $project: {
      businessId: 1,
      currentStock: 1,
      movements: 1,
      rows: "$ledger.rows",
      sum: "$ledger.sum",
      last: "$ledger.last",
      breaks: "$ledger.breaks",
      wrongAlert: { $ne: ["$belowAlert", { $lt: ["$currentStock", "$minStockAlert"] }] },
    },
  },
];

const orphanedMovements = [
  { $group: { _id: "$centerStockId", rows: { $sum: 1 } } },
  { $lookup: { from: "centerStocks", localField: "_id", foreignField: "_id", as: "owner" } },
  { $match: { owner: [] } },
  { $project: { rows: 1 } },
];
