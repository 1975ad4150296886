import { type Database, type Page, type Quota, type Scope, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { createCenterStock, findForCenterStock, loadNames } from "./center-stocks.changes.js";
import { type CenterStockPlan, planCenterStock, reviewCenterStock } from "./center-stocks.rules.js";
import { listCenterStocks, listLowCenterStocks, sumAtCenters } from "./center-stocks.store.js";
import type { CenterStock } from "./center-stocks.types.js";
import { requireNamedRecords } from "../named-records.js";

type CenterStockRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "listServiceCenterStocks" | "getLowStockAlerts" | "proposeServiceCenterStock" | "createServiceCenterStock"
>;

/** What each center holds of each product. */
export function centerStockRpcs(db: Database, quota: Quota): CenterStockRpcs {
  return {
    async listServiceCenterStocks({ serviceCenterId, limit, cursor }, call) {
      const scope = db.scope(call);
      await requireNamedRecords(scope, { centerIds: [serviceCenterId] });
      const filter = serviceCenterId ? { serviceCenterId } : {};
      return toReplyWithNames(scope, await listCenterStocks(scope, { limit, cursor }, filter));
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

    createServiceCenterStock: (request, call) =>
      createCenterStock({ db, quota }, call, request, ({ _id }) => ({ id: _id, status: "created" })),
  };
}

function toPreview({ centerStock, center, stock }: CenterStockPlan) {
  return { ...centerStock, productName: stock.productName, serviceCenterName: center.name };
}

async function toReplyWithNames(scope: Scope, page: Page<CenterStock>) {
  const getNames = await loadNames(scope, page.items);
  return toListReply(page, (row) => {
    const { _id: id, stockId, serviceCenterId, currentStock, minStockAlert, criticality } = row;
    return { id, stockId, serviceCenterId, currentStock, minStockAlert, criticality, ...getNames(row) };
  });
}
