import type { Scope } from "@tenant-ops/kit/data";
import { requireCenter } from "./centers/centers.rules.js";
import { findCenter } from "./centers/centers.store.js";
import { requireStock } from "./stocks/stocks.rules.js";
import { findStock } from "./stocks/stocks.store.js";

/**
 * For the filters of a list: an empty list would hide that an id is wrong. Empty ids do not filter.
 * @throws Refusal center_not_found, stock_not_found
 */
export async function requireNamedRecords(
  scope: Scope,
  { centerIds, stockId = "" }: { centerIds: readonly string[]; stockId?: string },
): Promise<void> {
  for (const id of centerIds) if (id) requireCenter(await findCenter(scope, id), id);
  if (stockId) requireStock(await findStock(scope, stockId), stockId);
}
