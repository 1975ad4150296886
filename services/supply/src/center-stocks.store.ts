import {
  type IndexDescription,
  aggregatePage,
  findPage,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
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

const onePerProductAndCenter = "onePerProductAndCenter";

export const centerStockIndexes: IndexDescription[] = [
  // The rule behind "once per product and center"; withdrawals find their records by it too.
  { key: { stockId: 1, serviceCenterId: 1 }, unique: true, name: onePerProductAndCenter },
  { key: { createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, createdAt: -1, _id: -1 } },
];

const centerStocks = (scope: Scope) => scope.collection<CenterStock>("centerStocks");

export function findCenterStock(scope: Scope, stockId: string, centerId: string): Promise<CenterStock | null> {
  return centerStocks(scope).findOne({ stockId: { $eq: stockId }, serviceCenterId: { $eq: centerId } });
}

export interface AtCenter {
  stockId: string;
  serviceCenterId: string;
}

/** What several pairs of product and center hold, found by `atCenterKey`. */
export async function findCenterStocks(scope: Scope, pairs: readonly AtCenter[]): Promise<Map<string, CenterStock>> {
  const distinct = new Map(pairs.map((pair) => [atCenterKey(pair), pair]));
  const $or = [...distinct.values()].map(({ stockId, serviceCenterId }) => ({
    stockId: { $eq: stockId },
    serviceCenterId: { $eq: serviceCenterId },
  }));
  // Named, because for many pairs choosing the index takes the server longer than using it (21 ms and 3 ms for 64).
  const found = await centerStocks(scope).find({ $or }, { limit: $or.length, hint: onePerProductAndCenter });
  return new Map(found.map((centerStock) => [atCenterKey(centerStock), centerStock]));
}

export function atCenterKey({ stockId, serviceCenterId }: AtCenter): string {
  return `${stockId}|${serviceCenterId}`;
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

/** Why a number changes. */
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

/** Units to add (negative: to take), or the number that was counted. */
export type Change = { by: number } | { to: number };

// `moveStock` and `takeEach` are the only ways to change a `currentStock`, and both write its row in the ledger: no change
// lacks its row.

/**
 * Changes one number, writes its row, and announces it when the stock falls below its alert.
 * @returns null, and nothing has changed, when there is no such center stock, it holds too little, or would hold too much
 */
export async function moveStock(
  scope: WriteScope,
  centerStockId: string,
  change: Change,
  cause: Cause,
): Promise<Moved | null> {
  // Guarded by the database as well, whatever a rule has checked: the number cannot leave its bounds.
  const guard = "by" in change && { currentStock: { $gte: -change.by, $lte: unitsMax - change.by } };
  const update = "by" in change ? { $inc: { currentStock: change.by } } : { $set: { currentStock: change.to } };
  const before = await centerStocks(scope).findOneAndUpdate(
    { _id: { $eq: centerStockId }, ...guard },
    { ...update, $inc: { ...update.$inc, movements: 1 } },
    { returnDocument: "before" },
  );
  return before && record(scope, before, "by" in change ? before.currentStock + change.by : change.to, cause);
}

/** One withdrawal among those that share a transaction. */
export interface Taking {
  scope: WriteScope;
  /** As the takings before this one have left it. */
  before: CenterStock;
  quantity: number;
  cause: Cause;
}

/** Carries out many takings: a row for each, and one change per center stock, all of them in one command. */
export async function takeEach(takings: readonly Taking[]): Promise<void> {
  const [first] = takings;
  if (!first) return;
  for (const { scope, before, quantity, cause } of takings) {
    await record(scope, before, before.currentStock - quantity, cause);
  }
  const totals = new Map<string, { units: number; rows: number }>();
  for (const { before, quantity } of takings) {
    const { units, rows } = totals.get(before._id) ?? { units: 0, rows: 0 };
    totals.set(before._id, { units: units + quantity, rows: rows + 1 });
  }
  const changes = [...totals].map(([_id, { units, rows }]) => ({
    filter: { _id, currentStock: { $gte: units } },
    update: { $inc: { currentStock: -units, movements: rows } },
  }));
  // Always in the same order, so that batches of two replicas meet at their first common record and not in the middle.
  changes.sort((a, b) => (a.filter._id < b.filter._id ? -1 : 1));
  const found = await centerStocks(first.scope).updateEach(changes);
  if (found !== changes.length) throw new Error("units were planned to be taken that are not there");
}

async function record(scope: WriteScope, before: CenterStock, stockAfter: number, cause: Cause): Promise<Moved> {
  const { _id: centerStockId, stockId, serviceCenterId, currentStock, minStockAlert, criticality } = before;
  const delta = stockAfter - currentStock;
  await insertMovement(scope, { centerStockId, seq: before.movements + 1, delta, quantityAfter: stockAfter, ...cause });
  if (fallsBelowAlert(before, stockAfter)) {
    const { reason } = cause;
    const low = { centerStockId, stockId, serviceCenterId, currentStock: stockAfter, minStockAlert, criticality };
    await scope.publish(StockLowSchema, { ...low, reason });
  }
  return { before, delta, stockAfter };
}
