import {
  type IndexDescription,
  aggregatePage,
  findPage,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { fallsBelowAlert, type PlannedCenterStock, unitsMax } from "./center-stocks.rules.js";
import { insertMovement, type MovementReason } from "./movements.store.js";

/** What one center holds of one product. */
export interface CenterStock extends PlannedCenterStock {
  _id: string;
  /** Rows in its ledger, and so the `seq` of the last one. */
  movements: number;
  createdAt: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

export const centerStockIndexes: IndexDescription[] = [
  // The rule behind "once per product and center"; a withdrawal finds its record by it too.
  { key: { stockId: 1, serviceCenterId: 1 }, unique: true },
  { key: { createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, createdAt: -1, _id: -1 } },
];

const centerStocks = (scope: Scope) => scope.collection<CenterStock>("centerStocks");

export function findCenterStock(scope: Scope, stockId: string, centerId: string): Promise<CenterStock | null> {
  return centerStocks(scope).findOne({ stockId: { $eq: stockId }, serviceCenterId: { $eq: centerId } });
}

export function findCenterStockById(scope: Scope, centerStockId: string): Promise<CenterStock | null> {
  return centerStocks(scope).findOne({ _id: { $eq: centerStockId } });
}

/** @param centerId empty means all centers of the business */
export function listCenterStocks(scope: Scope, centerId: string, page: PageRequest): Promise<Page<CenterStock>> {
  return findPage<CenterStock>(scope, "centerStocks", centerId ? { serviceCenterId: { $eq: centerId } } : {}, page);
}

/** Below their alert: the most critical first, then the emptiest compared with their alert. */
export function listLowCenterStocks(scope: Scope, page: PageRequest): Promise<Page<CenterStock>> {
  const isLow = { $expr: { $lt: ["$currentStock", "$minStockAlert"] } };
  const rank = { $indexOfArray: [["high", "medium", "low"], "$criticality"] };
  // Nothing is below an alert of 0, so this never divides by it.
  const filled = { $divide: ["$currentStock", "$minStockAlert"] };
  const stages = [{ $match: isLow }, { $set: { rank, filled } }];
  return aggregatePage<CenterStock>(scope, "centerStocks", stages, page, [
    ["rank", 1],
    ["filled", 1],
    ["_id", 1],
  ]);
}

/** What all centers together hold of a product. */
export async function sumAtCenters(scope: Scope, stockId: string): Promise<number> {
  const [sum] = await centerStocks(scope).aggregate<{ held: number }>([
    { $match: { stockId: { $eq: stockId } } },
    { $group: { _id: null, held: { $sum: "$currentStock" } } },
  ]);
  return sum?.held ?? 0;
}

/** @throws a duplicate of `serviceCenterId` when the center has the product already */
export async function insertCenterStock(scope: WriteScope, planned: PlannedCenterStock): Promise<CenterStock> {
  const { now, call } = scope;
  const made: CenterStock = { _id: newId("cst"), ...planned, movements: 1, createdAt: now, createdBy: call.keyId };
  await centerStocks(scope).insertOne(made);
  const { _id, currentStock } = made;
  const first = { seq: 1, delta: currentStock, quantityAfter: currentStock };
  await insertMovement(scope, { centerStockId: _id, ...first, reason: "initial", ref: _id });
  return made;
}

/** Which center stock: by its id, or by its product and center. */
export type CenterStockKey = { _id: string } | { stockId: string; serviceCenterId: string };

/** Units to add (negative: to take), or the number that was counted. */
export type Change = { by: number } | { to: number };

export interface Cause {
  reason: Exclude<MovementReason, "initial">;
  /** Id of what it belongs to. */
  ref: string;
  note?: string;
}

/** A center stock as it was, and what became of its number. */
export interface Moved {
  before: CenterStock;
  delta: number;
  stockAfter: number;
}

/**
 * Changes a number, writes its row in the ledger, and announces it when the stock falls below its alert. This is the only
 * way to change `currentStock`, so no change lacks its row. One round trip: rows and events travel with the commit.
 * @returns null, and nothing has changed, when there is no such center stock, it holds too little, or would hold too much
 */
export async function moveStock(
  scope: WriteScope,
  key: CenterStockKey,
  change: Change,
  cause: Cause,
): Promise<Moved | null> {
  // Guarded by the database as well, whatever a rule has checked: the number cannot leave its bounds.
  const guard = "by" in change && { currentStock: { $gte: -change.by, $lte: unitsMax - change.by } };
  const update = "by" in change ? { $inc: { currentStock: change.by } } : { $set: { currentStock: change.to } };
  const before = await centerStocks(scope).findOneAndUpdate(
    { ...key, ...guard },
    { ...update, $inc: { ...update.$inc, movements: 1 } },
    { returnDocument: "before" },
  );
  if (!before) return null;
  const stockAfter = "by" in change ? before.currentStock + change.by : change.to;
  const moved: Moved = { before, delta: stockAfter - before.currentStock, stockAfter };
  const { delta } = moved;
  const row = { centerStockId: before._id, seq: before.movements + 1, delta, quantityAfter: stockAfter };
  await insertMovement(scope, { ...row, ...cause });
  if (fallsBelowAlert(before, stockAfter)) await announceLow(scope, moved, cause.reason);
  return moved;
}

async function announceLow(scope: WriteScope, { before, stockAfter }: Moved, reason: string): Promise<void> {
  const { _id: centerStockId, stockId, serviceCenterId, minStockAlert, criticality } = before;
  const place = { centerStockId, stockId, serviceCenterId };
  await scope.publish(StockLowSchema, { ...place, currentStock: stockAfter, minStockAlert, criticality, reason });
}
