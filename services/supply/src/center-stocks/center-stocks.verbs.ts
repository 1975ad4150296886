import { createQuota, isDuplicateKeyError, type Scope } from "@tenant-ops/kit/data";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { ServiceCenterStockRequest } from "@tenant-ops/proto/supply";
import { findCenter, findCenters } from "../centers/centers.store.js";
import type { SupplyContext } from "../config.js";
import { findStock, findStocks } from "../stocks/stocks.store.js";
import {
  type CenterStock,
  centerStockExists,
  planCenterStock,
  requireCenterStock,
  reviewCenterStock,
  type StockAtCenter,
} from "./center-stocks.rules.js";
import { findCenterStock, insertCenterStock, sumAtCenters, updateAlert } from "./center-stocks.store.js";

export interface PlaceNames {
  productName: string;
  serviceCenterName: string;
}

/** A center stock with the names of its product and its center. */
export interface NamedCenterStock extends CenterStock, PlaceNames {}

/** A center starts to keep a product. */
export const createCenterStock = defineVerb(({ config: { QUOTA_CENTER_STOCKS: max } }: SupplyContext) => ({
  quota: createQuota({ collection: "centerStocks", records: "center stocks", max, setting: "QUOTA_CENTER_STOCKS" }),
  load: async (scope, ids: FieldsOf<ServiceCenterStockRequest>) => ({
    center: await findCenter(scope, ids.serviceCenterId),
    stock: await findStock(scope, ids.stockId),
    centerStock: await findCenterStock(scope, ids),
  }),
  plan: planCenterStock,
  loadFacts: (scope, { stock }) => sumAtCenters(scope, stock._id),
  review: reviewCenterStock,
  async write(scope, { centerStock, center, stock }): Promise<NamedCenterStock> {
    const created = await insertCenterStock(scope, centerStock);
    return { ...created, productName: stock.productName, serviceCenterName: center.name };
  },
  // Another call created the same center stock after this transaction had read.
  mapError: (error) => (isDuplicateKeyError(error, "serviceCenterId") ? centerStockExists() : error),
}));

type AlertChanges = Partial<Pick<CenterStock, "minStockAlert" | "criticality">>;

/** Changes when and how urgently a center stock counts as low. */
export const updateCenterStock = defineVerb(() => ({
  plan: (request: { id: string; changes: AlertChanges }) => request,
  async write(scope, { id, changes }): Promise<NamedCenterStock> {
    const changed = requireCenterStock(await updateAlert(scope, id, changes), id);
    const getNames = await loadNames(scope, [changed]);
    return { ...changed, ...getNames(changed) };
  },
}));

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
