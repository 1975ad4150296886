import {
  aggregatePage,
  findPage,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import {
  type CenterStock,
  type ChangeReason,
  type PlannedCenterStock,
  type QuantityChange,
  type StockAtCenter,
  stockAtCenterKey,
  type StockChange,
  type StockDecrement,
  unitsMax,
} from "./center-stocks.types.js";
import type { Movement } from "./movements.types.js";

const onePerProductAndCenter = "onePerProductAndCenter";

export const centerStockIndexes: IndexDescription[] = [
  // Enforces "one per product and center". Withdrawals also find their center stocks by it.
  { key: { stockId: 1, serviceCenterId: 1 }, unique: true, name: onePerProductAndCenter },
  { key: { createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, createdAt: -1, _id: -1 } },
];

const centerStocks = (scope: Scope) => scope.collection<CenterStock>("centerStocks");

export function findCenterStock(scope: Scope, { stockId, serviceCenterId }: StockAtCenter) {
  return centerStocks(scope).findOne({ stockId, serviceCenterId });
}

/** The center stocks of several pairs, keyed by `stockAtCenterKey`. */
export async function findCenterStocks(
  scope: Scope,
  pairs: readonly StockAtCenter[],
): Promise<Map<string, CenterStock>> {
  const distinct = new Map(pairs.map((pair) => [stockAtCenterKey(pair), pair]));
  const $or = [...distinct.values()].map(({ stockId, serviceCenterId }) => ({
    stockId: { $eq: stockId },
    serviceCenterId: { $eq: serviceCenterId },
  }));
  // With a hint, because for many pairs the server takes longer to choose the index than to use it (64 pairs: 21 ms and 3 ms).
  const found = await centerStocks(scope).find({ $or }, { limit: $or.length, hint: onePerProductAndCenter });
  return new Map(found.map((centerStock) => [stockAtCenterKey(centerStock), centerStock]));
}

export function findCenterStockById(scope: Scope, centerStockId: string): Promise<CenterStock | null> {
  return centerStocks(scope).findById(centerStockId);
}

/** @param centerId empty means all centers of the business */
export function listCenterStocks(scope: Scope, centerId: string, page: PageRequest): Promise<Page<CenterStock>> {
  return findPage<CenterStock>(scope, "centerStocks", centerId ? { serviceCenterId: centerId } : {}, page);
}

/** Center stocks below their alert: the highest criticality first, then the smallest share of the alert. */
export function listLowCenterStocks(scope: Scope, page: PageRequest): Promise<Page<CenterStock>> {
  const isLow = { $expr: { $lt: ["$currentStock", "$minStockAlert"] } };
  const rank = { $indexOfArray: [["high", "medium", "low"], "$criticality"] };
  // Never a division by zero: no quantity is below an alert of 0.
  const filled = { $divide: ["$currentStock", "$minStockAlert"] };
  const stages = [{ $match: isLow }, { $set: { rank, filled } }];
  return aggregatePage<CenterStock>(scope, "centerStocks", stages, page, [
    ["rank", 1],
    ["filled", 1],
    ["_id", 1],
  ]);
}

/** The units of a product at all centers together. */
export async function sumAtCenters(scope: Scope, stockId: string): Promise<number> {
  const [sum] = await centerStocks(scope).aggregate<{ held: number }>([
    { $match: { stockId: { $eq: stockId } } },
    { $group: { _id: null, held: { $sum: "$currentStock" } } },
  ]);
  return sum?.held ?? 0;
}

// `insertCenterStock`, `changeStock` and `decrementEach` are the only writes of `currentStock`. Each of them also writes the
// ledger row, so no quantity changes without one.

/** @throws a duplicate key error on `serviceCenterId` when the center already has the product */
export async function insertCenterStock(scope: WriteScope, planned: PlannedCenterStock): Promise<CenterStock> {
  const { now, call } = scope;
  const created: CenterStock = { _id: newId("cst"), ...planned, movements: 1, createdAt: now, createdBy: call.keyId };
  await centerStocks(scope).insertOne(created);
  const { _id, currentStock } = created;
  const first = { seq: 1, delta: currentStock, quantityAfter: currentStock };
  await appendMovement(scope, { centerStockId: _id, ...first, reason: "initial", ref: _id });
  return created;
}

/**
 * Changes one quantity and writes its ledger row. It publishes nothing; `changeStockAndPublish` does both.
 * @returns null, without any change, when the center stock does not exist or its quantity would leave 0…unitsMax
 */
export async function changeStock(
  scope: WriteScope,
  centerStockId: string,
  change: QuantityChange,
  reason: ChangeReason,
): Promise<StockChange | null> {
  // The filter repeats the bounds that a rule has checked, so that the database refuses a quantity outside of them.
  const bounds = "by" in change && { currentStock: { $gte: -change.by, $lte: unitsMax - change.by } };
  const update = "by" in change ? { $inc: { currentStock: change.by } } : { $set: { currentStock: change.to } };
  const before = await centerStocks(scope).findOneAndUpdate(
    { _id: centerStockId, ...bounds },
    { ...update, $inc: { ...update.$inc, movements: 1 } },
    { returnDocument: "before" },
  );
  if (!before) return null;
  const stockAfter = "by" in change ? before.currentStock + change.by : change.to;
  return appendChange(scope, before, stockAfter, reason);
}

/** Carries out the decrements of a batch: a ledger row for each, and one command with an update per center stock. */
export async function decrementEach(decrements: readonly StockDecrement[]): Promise<void> {
  const [first] = decrements;
  if (!first) return;
  const totals = new Map<string, { units: number; rows: number }>();
  for (const { scope, before, quantity, change } of decrements) {
    await appendChange(scope, before, before.currentStock - quantity, change);
    const { units, rows } = totals.get(before._id) ?? { units: 0, rows: 0 };
    totals.set(before._id, { units: units + quantity, rows: rows + 1 });
  }
  const updates = [...totals].map(([_id, { units, rows }]) => ({
    filter: { _id, currentStock: { $gte: units } },
    update: { $inc: { currentStock: -units, movements: rows } },
  }));
  // Sorted, so that batches of two replicas conflict at their first common record, before they have done most of the work.
  updates.sort((a, b) => (a.filter._id < b.filter._id ? -1 : 1));
  const matched = await centerStocks(first.scope).updateEach(updates);
  if (matched !== updates.length) throw new Error("a center stock holds fewer units than were planned to be taken");
}

async function appendChange(
  scope: WriteScope,
  before: CenterStock,
  stockAfter: number,
  reason: ChangeReason,
): Promise<StockChange> {
  const delta = stockAfter - before.currentStock;
  const row = { centerStockId: before._id, seq: before.movements + 1, delta, quantityAfter: stockAfter };
  await appendMovement(scope, { ...row, ...reason });
  return { before, delta, stockAfter };
}

async function appendMovement(scope: WriteScope, movement: Omit<Movement, "_id" | "actor" | "at">): Promise<void> {
  const row: Movement = { _id: newId("mov"), ...movement, actor: scope.call.keyId, at: scope.now };
  await scope.collection<Movement>("stock_movements").append(row);
}
