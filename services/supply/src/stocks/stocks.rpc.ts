import type { Database, Quota } from "@tenant-ops/kit/data";
import { createRowsWriter, type RpcHandlers } from "@tenant-ops/kit/rpc";
import { ListStocksResponseSchema, type SupplyService } from "@tenant-ops/proto/supply";
import { planStock, reviewStock } from "./stocks.rules.js";
import { findStockByName, insertStock, listRawStocks } from "./stocks.store.js";

type StockRpcs = Pick<RpcHandlers<typeof SupplyService>, "listStocks" | "proposeStock" | "createStock">;

const writeStocks = createRowsWriter(ListStocksResponseSchema, { id: "_id" });

/** The business's catalogue of products. */
export function stockRpcs(db: Database, quota: Quota): StockRpcs {
  return {
    async listStocks({ limit, cursor }, call) {
      return writeStocks(await listRawStocks(db.scope(call), { limit, cursor }));
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
