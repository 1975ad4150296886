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

export const movementIndexes: IndexDescription[] = [{ key: { centerStockId: 1, seq: 1 }, unique: true }];

export interface MovementFilter {
  centerStockId: string;
  /** Absent means every reason. */
  reason?: MovementReason;
  range?: DateRange;
}

/** The ledger of one center stock, the newest row first. */
export function listMovements(scope: Scope, filter: MovementFilter, page: PageRequest): Promise<Page<Movement>> {
  const { range = {}, ...fields } = filter;
  const where = { ...fields, ...rangeFilter<Movement>("at", range) };
  return findPage<Movement>(scope, "stock_movements", where, page, [["seq", -1]]);
}
