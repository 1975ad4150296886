import {
  type DateRange,
  findPage,
  type IndexDescription,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
} from "@tenant-ops/kit/data";
import type { Movement, MovementReason } from "./movements.types.js";

// Rows are written by `center-stocks.store.ts`, together with the quantity that they explain.

export const movementIndexes: IndexDescription[] = [
  { key: { centerStockId: 1, seq: 1 }, unique: true },
  { key: { centerStockId: 1, reason: 1, at: -1, seq: -1 } },
];

/** The ledger of one center stock, the newest row first. */
export function listMovements(scope: Scope, centerStockId: string, page: PageRequest): Promise<Page<Movement>> {
  return findPage<Movement>(scope, "stock_movements", { centerStockId }, page, [["seq", -1]]);
}

/** The rows with one of these reasons and in this range, the newest first. */
export function findMovements(
  scope: Scope,
  { centerStockId, reasons, range }: { centerStockId: string; reasons: readonly MovementReason[]; range: DateRange },
  page: PageRequest,
): Promise<Page<Movement>> {
  // Also for all reasons with a list of them: then the index has the rows in the order of the page, whatever the range.
  const filter = { centerStockId, reason: { $in: [...reasons] }, ...rangeFilter<Movement>("at", range) };
  return findPage<Movement>(scope, "stock_movements", filter, page, [
    ["at", -1],
    ["seq", -1],
  ]);
}
