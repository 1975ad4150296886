import { type Database, type Quota, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { planStock, reviewStock } from "./stocks.rules.js";
import { findStockByName, insertStock, listStocks } from "./stocks.store.js";
import type { Stock } from "./stocks.types.js";

type StockRpcs = Pick<RpcHandlers<typeof SupplyService>, "listStocks" | "proposeStock" | "createStock">;

/** The business's catalogue of products. */
export function stockRpcs(db: Database, quota: Quota): StockRpcs {
  return {
    async listStocks({ limit, cursor }, call) {
      return toListReply(await listStocks(db.scope(call), { limit, cursor }), toItem);
    },

    async proposeStock(request, call) {
      const planned = planStock(request);
      const scope = db.scope(call);
      await quota.check(scope);
      const sameName = await findStockByName(scope, planned.productName);
      return { preview: planned, ...reviewStock(planned, sameName) };
    },

    async createStock(request, call) {
      return db.transaction(call, async (scope) => {
        const planned = planStock(request);
        await quota.claim(scope);
        const stock = await insertStock(scope, planned);
        return { id: stock._id, productName: stock.productName, status: "created" };
      });
    },
  };
}

function toItem(stock: Stock) {
  const { _id: id, productName, totalStock, minStockAlert, type, createdAt } = stock;
  return { id, productName, totalStock, minStockAlert, type, createdAt: createdAt.toISOString() };
}
