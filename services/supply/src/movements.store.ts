import { findPage, type IndexDescription, type Page, type PageRequest, type Scope } from "@tenant-ops/kit/data";
import type { Movement } from "./movements.types.js";

// Rows are written by `center-stocks.store.ts`, together with the quantity that they explain.

export const movementIndexes: IndexDescription[] = [{ key: { centerStockId: 1, seq: 1 }, unique: true }];

/** The ledger of one center stock, the newest row first. */
export function listMovements(scope: Scope, centerStockId: string, page: PageRequest): Promise<Page<Movement>> {
  return findPage<Movement>(scope, "stock_movements", { centerStockId }, page, [["seq", -1]]);
}
