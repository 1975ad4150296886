import {
  type Database,
  isDuplicateKeyError,
  type Page,
  type Quota,
  type Scope,
  toListReply,
} from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import {
  centerNotFound,
  centerStockExists,
  type CenterStockPlan,
  planCenterStock,
  reviewCenterStock,
} from "./center-stocks.rules.js";
import {
  findCenterStock,
  insertCenterStock,
  listCenterStocks,
  listLowCenterStocks,
  sumAtCenters,
} from "./center-stocks.store.js";
import type { CenterStock, StockAtCenter } from "./center-stocks.types.js";
import { findCenter } from "./centers.store.js";
import { findStock, findStocks } from "./stocks.store.js";

type CenterStockRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "listServiceCenterStocks" | "getLowStockAlerts" | "proposeServiceCenterStock" | "createServiceCenterStock"
>;

/** What each center holds of each product. */
export function centerStockRpcs(db: Database, quota: Quota): CenterStockRpcs {
  return {
    async listServiceCenterStocks({ serviceCenterId, limit, cursor }, call) {
      const scope = db.scope(call);
      // An empty list would look like a center without products.
      if (serviceCenterId && !(await findCenter(scope, serviceCenterId))) throw centerNotFound(serviceCenterId);
      return toReplyWithNames(scope, await listCenterStocks(scope, serviceCenterId, { limit, cursor }));
    },

    async getLowStockAlerts({ limit, cursor }, call) {
      const scope = db.scope(call);
      return toReplyWithNames(scope, await listLowCenterStocks(scope, { limit, cursor }));
    },

    async proposeServiceCenterStock(request, call) {
      const scope = db.scope(call);
      const plan = planCenterStock(request, await findForCenterStock(scope, request));
      await quota.check(scope);
      const heldElsewhere = await sumAtCenters(scope, request.stockId);
      return { preview: toPreview(plan), ...reviewCenterStock(plan, heldElsewhere) };
    },

    async createServiceCenterStock(request, call) {
      try {
        return await db.transaction(call, async (scope) => {
          const { centerStock } = planCenterStock(request, await findForCenterStock(scope, request));
          await quota.claim(scope);
          const { _id } = await insertCenterStock(scope, centerStock);
          return { id: _id, status: "created" };
        });
      } catch (error) {
        // Another call created the same center stock after this transaction had read.
        if (isDuplicateKeyError(error, "serviceCenterId")) throw centerStockExists();
        throw error;
      }
    },
  };
}

/** The reads run one after another, as MongoDB requires inside a transaction. */
async function findForCenterStock(scope: Scope, ids: StockAtCenter) {
  const center = await findCenter(scope, ids.serviceCenterId);
  const stock = await findStock(scope, ids.stockId);
  return { center, stock, centerStock: await findCenterStock(scope, ids) };
}

function toPreview({ centerStock, center, stock }: CenterStockPlan) {
  return { ...centerStock, productName: stock.productName, serviceCenterName: center.name };
}

async function toReplyWithNames(scope: Scope, page: Page<CenterStock>) {
  const stocks = await findStocks(
    scope,
    page.items.map(({ stockId }) => stockId),
  );
  return toListReply(page, (row) => {
    const { _id: id, stockId, serviceCenterId, currentStock, minStockAlert, criticality } = row;
    const productName = stocks.get(stockId)?.productName ?? "";
    return { id, stockId, serviceCenterId, currentStock, minStockAlert, criticality, productName };
  });
}
