import {
  findPage,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  readTotals,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { stock } from "@tenant-ops/rest/analytics";
import {
  type CenterStock,
  type ChangeReason,
  type Criticality,
  type PlannedCenterStock,
  type QuantityChange,
  type StockAtCenter,
  stockAtCenterKey,
  type StockChange,
  type StockDecrement,
  unitsMax,
} from "./center-stocks.rules.js";
import { toStockCounts } from "../movements/stock-counts.rules.js";
import type { Movement } from "../movements/movements.store.js";

const onePerProductAndCenter = "onePerProductAndCenter";

export const centerStockIndexes: IndexDescription[] = [
  // Enforces "one per product and center". Withdrawals also find their center stocks by it.
  { key: { stockId: 1, serviceCenterId: 1 }, unique: true, name: onePerProductAndCenter },
  { key: { createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { stockId: 1, createdAt: -1, _id: -1 } },
  { key: { belowAlert: 1, createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, belowAlert: 1, createdAt: -1, _id: -1 } },
  { key: { stockId: 1, belowAlert: 1, createdAt: -1, _id: -1 } },
  // The alerts in their order. Partial, so that a change of a stock that is not low does not write to it.
  { key: { rank: 1, fill: 1, _id: 1 }, name: "alerts", partialFilterExpression: { belowAlert: true } },
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
  if (distinct.size === 0) return new Map();
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

/** Absent fields do not filter. */
export type CenterStockFilter = Partial<Pick<CenterStock, "serviceCenterId" | "stockId" | "belowAlert">>;

export function listCenterStocks(
  scope: Scope,
  page: PageRequest,
  filter: CenterStockFilter = {},
): Promise<Page<CenterStock>> {
  return findPage<CenterStock>(scope, "centerStocks", filter, page);
}

/** The next center stocks in the order of their creation. */
export function findNextCenterStocks(
  scope: Scope,
  after: { createdAt: string; centerStockId: string } | undefined,
  limit: number,
): Promise<Pick<CenterStock, "_id" | "createdAt">[]> {
  const at = new Date(after?.createdAt ?? 0);
  const later = {
    $or: [{ createdAt: { $gt: at } }, { createdAt: { $eq: at }, _id: { $gt: after?.centerStockId ?? "" } }],
  };
  return centerStocks(scope).find(after ? { createdAt: { $gte: at }, ...later } : {}, {
    ...{ limit, sort: { createdAt: 1, _id: 1 }, projection: { createdAt: 1 } },
    hint: { businessId: 1, createdAt: -1, _id: -1 },
  });
}

/** Center stocks below their alert: the highest criticality first, then the smallest share of the alert. */
export function listLowCenterStocks(scope: Scope, page: PageRequest): Promise<Page<CenterStock>> {
  return findPage<CenterStock>(scope, "centerStocks", { belowAlert: true }, page, [
    ["rank", 1],
    ["fill", 1],
    ["_id", 1],
  ]);
}

/** Name of the counter of the units of a product at all centers together. */
export const heldCounter = "held";

/** The units of a product at all centers together: a counter in slots, so its cost does not grow with the number of centers. */
export async function sumAtCenters(scope: Scope, stockId: string): Promise<number> {
  const totals = await readTotals(scope, stockId, [heldCounter]);
  return totals[heldCounter];
}

function countHeld(scope: WriteScope, stockId: string, delta: number): void {
  scope.count({ subject: stockId, at: null, counts: { [heldCounter]: delta } });
}

type RatedStock = Pick<CenterStock, "belowAlert" | "rank" | "fill">;

const ranks = ["high", "medium", "low"] as const satisfies readonly Criticality[];

/** How urgent a center stock is, by its quantity, alert and criticality. */
function rateStock({ currentStock, minStockAlert, criticality }: PlannedCenterStock): RatedStock {
  const belowAlert = currentStock < minStockAlert;
  return { belowAlert, rank: ranks.indexOf(criticality), fill: belowAlert ? currentStock / minStockAlert : 1 };
}

/** `rateStock` as an expression of MongoDB, for updates that do not know all three values. */
export const ratedStock = {
  belowAlert: { $lt: ["$currentStock", "$minStockAlert"] },
  rank: { $indexOfArray: [[...ranks], "$criticality"] },
  fill: {
    $cond: [{ $lt: ["$currentStock", "$minStockAlert"] }, { $divide: ["$currentStock", "$minStockAlert"] }, 1],
  },
};

// `insertCenterStock`, `changeStock` and `decrementEach` are the only writes of `currentStock`. Each of them also writes the
// ledger row and counts the units of the product, so no quantity changes without them.

/** @throws a duplicate key error on `serviceCenterId` when the center already has the product */
export async function insertCenterStock(scope: WriteScope, planned: PlannedCenterStock): Promise<CenterStock> {
  const { now, call } = scope;
  const creation = { createdAt: now, createdBy: call.keyId };
  const created: CenterStock = { _id: newId("cst"), ...planned, ...rateStock(planned), movements: 1, ...creation };
  await centerStocks(scope).insertOne(created);
  const { _id, currentStock } = created;
  const first = { seq: 1, delta: currentStock, quantityAfter: currentStock };
  await appendMovement(scope, created, first, { reason: "initial", ref: _id });
  return created;
}

/** Changes the alert, and whether the quantity is below it. @returns null when the center stock does not exist */
export function updateAlert(
  scope: WriteScope,
  centerStockId: string,
  changes: Partial<Pick<CenterStock, "minStockAlert" | "criticality">>,
): Promise<CenterStock | null> {
  return centerStocks(scope).findOneAndUpdate({ _id: centerStockId }, [{ $set: changes }, { $set: ratedStock }], {
    returnDocument: "after",
  });
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
  const currentStock = "by" in change ? { $add: ["$currentStock", change.by] } : change.to;
  const before = await centerStocks(scope).findOneAndUpdate(
    { _id: centerStockId, ...bounds },
    [{ $set: { currentStock, movements: { $add: ["$movements", 1] } } }, { $set: ratedStock }],
    { returnDocument: "before" },
  );
  if (!before) return null;
  const stockAfter = "by" in change ? before.currentStock + change.by : change.to;
  return appendChange(scope, before, stockAfter, reason);
}

/** The center stock with another quantity, after one more row in its ledger. */
export function withQuantity(before: CenterStock, currentStock: number): CenterStock {
  return { ...before, ...rateStock({ ...before, currentStock }), currentStock, movements: before.movements + 1 };
}

/**
 * Carries out the decrements of a batch: a ledger row for each, and one update per center stock. The center stocks may be
 * remembered ones: the update repeats what the decrements were planned on.
 */
export async function decrementEach(decrements: readonly StockDecrement[]): Promise<void> {
  const [first] = decrements;
  if (!first) return;
  const changes = new Map<string, { planned: CenterStock; after: CenterStock }>();
  for (const { scope, before, after, change } of decrements) {
    await appendChange(scope, before, after.currentStock, change);
    changes.set(before._id, { planned: changes.get(before._id)?.planned ?? before, after });
  }
  // Sorted, so that batches of two replicas conflict at their first common record.
  for (const [_id, { planned, after }] of [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { currentStock, movements, minStockAlert, criticality } = planned;
    await centerStocks(first.scope).appendUpdate(
      { _id, currentStock, movements, minStockAlert, criticality },
      { $set: changedFields(after) },
    );
  }
}

const changedFields = ({ currentStock, movements, belowAlert, rank, fill }: CenterStock) => ({
  currentStock,
  movements,
  belowAlert,
  rank,
  fill,
});

async function appendChange(
  scope: WriteScope,
  before: CenterStock,
  stockAfter: number,
  reason: ChangeReason,
): Promise<StockChange> {
  const delta = stockAfter - before.currentStock;
  const row = { seq: before.movements + 1, delta, quantityAfter: stockAfter };
  return { before, delta, stockAfter, movement: await appendMovement(scope, before, row, reason) };
}

async function appendMovement(
  scope: WriteScope,
  { _id: centerStockId, stockId, serviceCenterId }: CenterStock,
  { seq, delta, quantityAfter }: Pick<Movement, "seq" | "delta" | "quantityAfter">,
  { reason, ref, note }: Pick<Movement, "reason" | "ref" | "note">,
): Promise<Movement> {
  countHeld(scope, stockId, delta);
  scope.countIn(stock, { product: stockId, center: serviceCenterId }, scope.now, toStockCounts({ delta, reason }));
  const row: Movement = {
    _id: newId("mov"),
    centerStockId,
    stockId,
    serviceCenterId,
    seq,
    delta,
    quantityAfter,
    reason,
    ref,
    ...(note !== undefined && { note }),
    actor: scope.call.keyId,
    at: scope.now,
  };
  await scope.collection<Movement>("stock_movements").append(row);
  return row;
}
