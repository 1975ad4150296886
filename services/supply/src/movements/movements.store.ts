import {
  type DateRange,
  findRawPage,
  type IndexDescription,
  type RawPage,
  type PageRequest,
  rangeFilter,
  type Scope,
} from "@tenant-ops/kit/data";

/** Why a center stock changed. Every ledger begins with an `initial` row, also when the initial quantity is 0. */
export type MovementReason = (typeof movementReasons)[number];

export const movementReasons = ["initial", "withdrawal", "receiving", "transfer", "count"] as const;

export function isMovementReason(text: string): text is MovementReason {
  return movementReasons.some((reason) => reason === text);
}

/** One row of a ledger. Rows are never changed. The deltas of a center stock always add up to its `currentStock`. */
export interface Movement {
  _id: string;
  centerStockId: string;
  /** The product and the center of the center stock, which never change. */
  stockId: string;
  serviceCenterId: string;
  /** 1, 2, 3 … per center stock, without gaps. */
  seq: number;
  /** Units added; negative when units were taken away. */
  delta: number;
  quantityAfter: number;
  reason: MovementReason;
  /** Id of the withdrawal, receiving, transfer (two rows) or count; for `initial`, of the center stock itself. */
  ref: string;
  note?: string;
  /** Id of the API key. */
  actor: string;
  at: Date;
}

// Rows are written by `center-stocks.store.ts`, together with the quantity that they explain.

export const movementIndexes: IndexDescription[] = [
  { key: { centerStockId: 1, seq: 1 }, unique: true },
  { key: { centerStockId: 1, reason: 1, at: -1, seq: -1 } },
  { key: { reason: 1, at: -1, _id: -1 } },
  { key: { serviceCenterId: 1, reason: 1, at: -1, _id: -1 } },
  { key: { ref: 1 } },
];

const ledgerOrder = [
  ["at", -1],
  ["seq", -1],
] as const;

const movements = (scope: Scope) => scope.collection<Movement>("stock_movements");

export interface MovementFilter {
  /** Empty means all. */
  reason: MovementReason | "";
  range: DateRange;
}

export function findMovement(scope: Scope, movementId: string): Promise<Movement | null> {
  return movements(scope).findById(movementId);
}

/** The ledger of one center stock, the newest row first. */
export function listLedger(
  scope: Scope,
  centerStockId: string,
  filter: MovementFilter,
  page: PageRequest,
): Promise<RawPage> {
  return findRawPage<Movement>(scope, "stock_movements", { centerStockId, ...toFilter(filter) }, page, ledgerOrder);
}

/** The ledgers of all center stocks, the newest row first. Empty texts do not filter. */
export function listMovements(
  scope: Scope,
  { serviceCenterId, ref, ...filter }: MovementFilter & { serviceCenterId: string; ref: string },
  page: PageRequest,
): Promise<RawPage> {
  const ids = { ...(serviceCenterId && { serviceCenterId }), ...(ref && { ref }) };
  return findRawPage<Movement>(scope, "stock_movements", { ...ids, ...toFilter(filter) }, page, [
    ["at", -1],
    ["_id", -1],
  ]);
}

/** All reasons are given as a list: then an index has the rows in the order of the page, whatever the range. */
function toFilter({ reason, range }: MovementFilter) {
  return { reason: { $in: reason ? [reason] : [...movementReasons] }, ...rangeFilter<Movement>("at", range) };
}

/** The rows of a ledger after one of them, in their order. */
export function findRowsAfter(scope: Scope, centerStockId: string, seq: number, limit: number): Promise<Movement[]> {
  return movements(scope).find({ centerStockId, seq: { $gt: seq } }, { limit, sort: { seq: 1 } });
}

/** Whether any ledger has a row from before this time: one index look-up per reason. */
export async function hasRowBefore(scope: Scope, before: Date): Promise<boolean> {
  for (const reason of movementReasons)
    if (await movements(scope).findOne({ reason, at: { $lt: before } }, { projection: { _id: 1 } })) return true;
  return false;
}
