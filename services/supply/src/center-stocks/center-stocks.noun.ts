import { type Page, type Scope, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { StockLowSchema, SupplyService } from "@tenant-ops/proto/supply";
import * as routes from "@tenant-ops/rest/supply";
import { requireNamedRecords } from "../named-records.js";
import { type CenterStock, type CenterStockPlan, requireCenterStock } from "./center-stocks.rules.js";
import {
  centerStockIndexes,
  findCenterStockById,
  listCenterStocks,
  listLowCenterStocks,
} from "./center-stocks.store.js";
import { createCenterStock, loadNames, type NamedCenterStock, updateCenterStock } from "./center-stocks.verbs.js";

/** What each center holds of each product. `movements.noun.ts` has what changes the quantity. */
export const centerStocks = defineNoun({
  api: SupplyService,
  collections: {
    centerStocks: { indexes: centerStockIndexes, retention: { kept: "until_deleted" }, personal: "Quantities." },
  },
  events: [StockLowSchema],
  verbs: { createCenterStock, updateCenterStock },

  rpcs: ({ createCenterStock }, reads) => ({
    async listServiceCenterStocks({ serviceCenterId, limit, cursor }, call) {
      const scope = reads.scope(call);
      await requireNamedRecords(scope, { centerIds: [serviceCenterId] });
      const filter = serviceCenterId ? { serviceCenterId } : {};
      return toReplyWithNames(scope, await listCenterStocks(scope, { limit, cursor }, filter));
    },
    async getLowStockAlerts({ limit, cursor }, call) {
      const scope = reads.scope(call);
      return toReplyWithNames(scope, await listLowCenterStocks(scope, { limit, cursor }));
    },
    proposeServiceCenterStock: (request, call) => createCenterStock.preview(call, request, toPreview),
    async createServiceCenterStock(request, call) {
      const { _id: id } = await createCenterStock(call, request);
      return { id, status: "created" };
    },
  }),

  http(app, { createCenterStock, updateCenterStock }, reads) {
    bindRoute(app, routes.listCenterStocks, async ({ call, query }) => {
      const { serviceCenterId, stockId, belowAlert, ...page } = query;
      const scope = reads.scope(call);
      await requireNamedRecords(scope, { centerIds: [serviceCenterId], stockId });
      const found = await listCenterStocks(scope, page, {
        ...(serviceCenterId && { serviceCenterId }),
        ...(stockId && { stockId }),
        ...(belowAlert !== undefined && { belowAlert }),
      });
      const getNames = await loadNames(scope, found.items);
      return toRestList(found, (row) => toReply({ ...row, ...getNames(row) }));
    });
    bindRoute(app, routes.getCenterStock, async ({ call, params: { id } }) => {
      const scope = reads.scope(call);
      const found = requireCenterStock(await findCenterStockById(scope, id), id);
      const getNames = await loadNames(scope, [found]);
      return toReply({ ...found, ...getNames(found) });
    });
    bindRoute(app, routes.createCenterStock, async ({ call, body }) => toReply(await createCenterStock(call, body)));
    bindRoute(app, routes.updateCenterStock, async ({ call, params: { id }, body }) =>
      toReply(await updateCenterStock(call, { id, changes: body })),
    );
  },
});

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

function toReply(row: NamedCenterStock) {
  const { movements: _, createdBy: __, rank: ___, fill: ____, createdAt, ...centerStock } = row;
  return { ...centerStock, createdAt: createdAt.toISOString() };
}
