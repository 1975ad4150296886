import {
  type IndexDescription,
  findPage,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";

/** Why a center stock changed. `initial` is the first row of each, also of one that starts with nothing. */
export type MovementReason = "initial" | "withdrawal" | "receiving" | "transfer" | "count";

/** One row of the ledger. Rows are never changed: the deltas of a center stock add up to its `currentStock`, always. */
export interface Movement {
  _id: string;
  centerStockId: string;
  /** 1, 2, 3 … of this center stock, without gaps. */
  seq: number;
  /** Units added; negative when taken. */
  delta: number;
  quantityAfter: number;
  reason: MovementReason;
  /** What it belongs to: a withdrawal, a receiving, a transfer (two rows), a count, or the center stock itself. */
  ref: string;
  note?: string;
  /** Id of the API key. */
  actor: string;
  at: Date;
}

export const movementIndexes: IndexDescription[] = [{ key: { centerStockId: 1, seq: 1 }, unique: true }];

/** Only for `center-stocks.store.ts`, which writes a row with every change of a number and never one without. */
export async function insertMovement(
  scope: WriteScope,
  movement: Omit<Movement, "_id" | "actor" | "at">,
): Promise<void> {
  const row: Movement = { _id: newId("mov"), ...movement, actor: scope.call.keyId, at: scope.now };
  await scope.collection<Movement>("stock_movements").append(row);
}

/** The ledger of one center stock, the newest row first. */
export function listMovements(scope: Scope, centerStockId: string, page: PageRequest): Promise<Page<Movement>> {
  return findPage<Movement>(scope, "stock_movements", { centerStockId: { $eq: centerStockId } }, page, [["seq", -1]]);
}
