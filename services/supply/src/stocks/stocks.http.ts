import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  createStock,
  getStock,
  listStocks as listStocksRoute,
  updateStock as updateStockRoute,
} from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { planStock, planStockUpdate, requireStock } from "./stocks.rules.js";
import { findStock, insertStock, listStocks, type Stock, updateStock } from "./stocks.store.js";

/** REST routes of the catalogue. */
export function stockHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, listStocksRoute, async ({ call, query }) =>
    toRestList(await listStocks(db.scope(call), query, query), toReply),
  );

  bindRoute(app, getStock, async ({ call, params: { id } }) =>
    toReply(requireStock(await findStock(db.scope(call), id), id)),
  );

  bindRoute(app, createStock, ({ call, body }) =>
    db.transaction(call, async (scope) => {
      const planned = planStock(body);
      await quota.claim(scope);
      return toReply(await insertStock(scope, planned));
    }),
  );

  bindRoute(app, updateStockRoute, ({ call, params: { id }, body }) =>
    db.transaction(call, async (scope) => {
      const before = requireStock(await findStock(scope, id), id);
      const planned = planStockUpdate(before, body);
      await updateStock(scope, id, planned);
      return toReply({ ...before, ...planned });
    }),
  );
}

function toReply({ _id, productName, totalStock, minStockAlert, type, createdAt }: Stock) {
  return { _id, productName, totalStock, minStockAlert, type, createdAt: createdAt.toISOString() };
}
