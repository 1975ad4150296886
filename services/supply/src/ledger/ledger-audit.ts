import { auditNamedRecords, type RecordAudit } from "@tenant-ops/kit/data";
import { ledgerCheckpointCollection } from "./ledger-checkpoints.store.js";
import { ratedStock } from "../center-stocks/center-stocks.store.js";

export interface AuditedCenterStock {
  _id: string;
  businessId: string;
  currentStock: number;
  /** The number of rows according to the center stock. */
  movements: number;
  /** The number of rows that exist, and of those that retention has deleted. */
  rows: number;
  /** Sum of all deltas, including those of deleted rows. */
  sum: number;
  /** `quantityAfter` of the last row, also of a deleted one. */
  last: number;
  /** Rows whose `quantityAfter` is not the sum of the deltas so far, or whose `seq` is not their position. */
  breaks: number;
  /** Whether `belowAlert`, `rank` or `fill` does not follow from the quantities and the criticality. */
  wrongAlert: boolean;
}

export function findLedgerProblems(row: AuditedCenterStock): string[] {
  const { currentStock, movements, rows, sum, last, breaks, wrongAlert } = row;
  const problems: string[] = [];
  if (sum !== currentStock) problems.push(`the movements add up to ${sum}, the center holds ${currentStock}`);
  if (last !== currentStock) problems.push(`the last movement says ${last}, the center holds ${currentStock}`);
  if (rows !== movements) problems.push(`${movements} movements were counted, ${rows} are there`);
  if (breaks > 0) problems.push(`${breaks} movements do not follow from the ones before them`);
  if (wrongAlert)
    problems.push("belowAlert, rank or fill does not follow from currentStock, minStockAlert and criticality");
  return problems;
}

const isInconsistentRow = {
  $or: [
    { $ne: [{ $add: ["$$cut.quantity", "$running"] }, "$quantityAfter"] },
    { $ne: [{ $add: ["$$cut.seq", "$place"] }, "$seq"] },
  ],
};

// One pipeline reads one snapshot, so that each quantity is compared with exactly its rows while withdrawals are running and while old rows
// are deleted.
const pipelineWithLedger = [
  {
    $lookup: {
      from: ledgerCheckpointCollection,
      let: { business: "$businessId" },
      localField: "_id",
      foreignField: "_id",
      pipeline: [{ $match: { $expr: { $eq: ["$businessId", "$$business"] } } }],
      as: "cut",
    },
  },
  { $set: { cut: { $ifNull: [{ $first: "$cut" }, { seq: 0, quantity: 0 }] } } },
  {
    $lookup: {
      from: "stock_movements",
      let: { business: "$businessId", id: "$_id", cut: "$cut" },
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
  { $set: { ledger: { $ifNull: [{ $first: "$ledger" }, { rows: 0, sum: 0, last: "$cut.quantity", breaks: 0 }] } } },
  {
    $project: {
      businessId: 1,
      currentStock: 1,
      movements: 1,
      rows: { $add: ["$cut.seq", "$ledger.rows"] },
      sum: { $add: ["$cut.quantity", "$ledger.sum"] },
      last: "$ledger.last",
      breaks: "$ledger.breaks",
      wrongAlert: { $or: Object.entries(ratedStock).map(([field, value]) => ({ $ne: [`$${field}`, value] })) },
    },
  },
];

/** Every ledger adds up to the quantity of its center stock, and belongs to one. */
export const ledgerAudits: readonly [RecordAudit<AuditedCenterStock>, RecordAudit] = [
  {
    records: "center stocks",
    collection: "centerStocks",
    stages: pipelineWithLedger,
    findProblems: findLedgerProblems,
  },
  auditNamedRecords({
    records: "ledgers",
    collection: "centerStocks",
    namedBy: "stock_movements",
    id: "$centerStockId",
  }),
];
