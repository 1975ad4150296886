import { type Database, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { planStock, reviewStock } from "./stocks.rules.js";
import { findStockByName, insertStock, listStocks } from "./stocks.store.js";
import type { Stock } from "./stocks.types.js";

type StockRpcs = Pick<RpcHandlers<typeof SupplyService>, "listStocks" | "proposeStock" | "createStock">;

/** The business's catalogue of products. */
export function stockRpcs(db: Database): StockRpcs {
  return {
    async listStocks({ limit, cursor }, call) {
      return toListReply(await listStocks(db.scope(call), { limit, cursor }), toItem);
    },

    async proposeStock(request, call) {
      const planned = planStock(request);
      const sameName = await findStockByName(db.scope(call), planned.productName);
      return { preview: planned, ...reviewStock(planned, sameName) };
    },

    async createStock(request, call) {
      return db.transaction(call, async (scope) => {
        const stock = await insertStock(scope, planStock(request));
        return { id: stock._id, productName: stock.productName, status: "created" };
      });
    },
  };
}

function toItem(stock: Stock) {
  const { _id: id, productName, totalStock, minStockAlert, type, createdAt } = stock;
  return { id, productName, totalStock, minStockAlert, type, createdAt: createdAt.toISOString() };
}
