import type { Call } from "@tenant-ops/kit/call";
import { type Database, isDuplicateKeyError, type Quota, type Scope } from "@tenant-ops/kit/data";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { ServiceCenterStockRequest } from "@tenant-ops/proto/supply";
import { centerStockExists, planCenterStock } from "./center-stocks.rules.js";
import { findCenterStock, insertCenterStock } from "./center-stocks.store.js";
import type { CenterStock, StockAtCenter } from "./center-stocks.types.js";
import { findCenter, findCenters } from "../centers/centers.store.js";
import { findStock, findStocks } from "../stocks/stocks.store.js";

/** A center stock with the names of its product and its center. */
export interface NamedCenterStock extends CenterStock, PlaceNames {}

export interface PlaceNames {
  productName: string;
  serviceCenterName: string;
}

/**
 * What the tool and the REST route do.
 * @param toReply the answer, which is stored under the idempotency key
 * @throws Refusal as `planCenterStock`, quota_exceeded
 */
export async function createCenterStock<Reply>(
  { db, quota }: { db: Database; quota: Quota },
  call: Call,
  request: FieldsOf<ServiceCenterStockRequest>,
  toReply: (created: NamedCenterStock) => Reply,
): Promise<Reply> {
  try {
    return await db.transaction(call, async (scope) => {
      const { centerStock, center, stock } = planCenterStock(request, await findForCenterStock(scope, request));
      await quota.claim(scope);
      const created = await insertCenterStock(scope, centerStock);
      return toReply({ ...created, productName: stock.productName, serviceCenterName: center.name });
    });
  } catch (error) {
    // Another call created the same center stock after this transaction had read.
    if (isDuplicateKeyError(error, "serviceCenterId")) throw centerStockExists();
    throw error;
  }
}

/** The reads run one after another, as MongoDB requires inside a transaction. */
export async function findForCenterStock(scope: Scope, ids: StockAtCenter) {
  const center = await findCenter(scope, ids.serviceCenterId);
  const stock = await findStock(scope, ids.stockId);
  return { center, stock, centerStock: await findCenterStock(scope, ids) };
}

/** Returns the function that finds the names of the product and the center of each of these center stocks. */
export async function loadNames(
  scope: Scope,
  centerStocks: readonly StockAtCenter[],
): Promise<(row: StockAtCenter) => PlaceNames> {
  const stocks = await findStocks(scope, new Set(centerStocks.map(({ stockId }) => stockId)));
  const centers = await findCenters(scope, new Set(centerStocks.map(({ serviceCenterId }) => serviceCenterId)));
  return ({ stockId, serviceCenterId }) => ({
    productName: stocks.get(stockId)?.productName ?? "",
    serviceCenterName: centers.get(serviceCenterId)?.name ?? "",
  });
}
