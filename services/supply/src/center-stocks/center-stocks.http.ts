import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  createCenterStock as createCenterStockRoute,
  getCenterStock,
  listCenterStocks as listCenterStocksRoute,
  updateCenterStock,
} from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { createCenterStock, loadNames, type NamedCenterStock } from "./center-stocks.changes.js";
import { requireCenterStock } from "./center-stocks.rules.js";
import { findCenterStockById, listCenterStocks, updateAlert } from "./center-stocks.store.js";
import { requireNamedRecords } from "../named-records.js";

/** REST routes of what each center holds of each product. `movements.http.ts` has those that change the quantity. */
export function centerStockHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, listCenterStocksRoute, async ({ call, query }) => {
    const { serviceCenterId, stockId, belowAlert, ...page } = query;
    const scope = db.scope(call);
    await requireNamedRecords(scope, { centerIds: [serviceCenterId], stockId });
    const found = await listCenterStocks(scope, page, {
      ...(serviceCenterId && { serviceCenterId }),
      ...(stockId && { stockId }),
      ...(belowAlert !== undefined && { belowAlert }),
    });
    const getNames = await loadNames(scope, found.items);
    return toRestList(found, (row) => toReply({ ...row, ...getNames(row) }));
  });

  bindRoute(app, getCenterStock, async ({ call, params: { id } }) => {
    const scope = db.scope(call);
    const found = requireCenterStock(await findCenterStockById(scope, id), id);
    const getNames = await loadNames(scope, [found]);
    return toReply({ ...found, ...getNames(found) });
  });

  bindRoute(app, createCenterStockRoute, ({ call, body }) => createCenterStock({ db, quota }, call, body, toReply));

  bindRoute(app, updateCenterStock, ({ call, params: { id }, body }) =>
    db.transaction(call, async (scope) => {
      const changed = requireCenterStock(await updateAlert(scope, id, body), id);
      const getNames = await loadNames(scope, [changed]);
      return toReply({ ...changed, ...getNames(changed) });
    }),
  );
}

function toReply(row: NamedCenterStock) {
  const { movements: _, createdBy: __, rank: ___, fill: ____, createdAt, ...centerStock } = row;
  return { ...centerStock, createdAt: createdAt.toISOString() };
}
