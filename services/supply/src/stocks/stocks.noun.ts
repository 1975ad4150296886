import { bindRoute, createRestRowsWriter } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { createRowsWriter } from "@tenant-ops/kit/rpc";
import { ListStocksResponseSchema, SupplyService } from "@tenant-ops/proto/supply";
import * as routes from "@tenant-ops/rest/supply";
import { requireStock, type Stock } from "./stocks.rules.js";
import { findStock, listStocks, stockIndexes } from "./stocks.store.js";
import { createStock, updateStock } from "./stocks.verbs.js";

const writeStocks = createRowsWriter(ListStocksResponseSchema, { id: "_id" });
const writeRestStocks = createRestRowsWriter(routes.listStocks);

/** The business's catalogue of products. */
export const stocks = defineNoun({
  api: SupplyService,
  collections: {
    stocks: { indexes: stockIndexes, retention: { kept: "until_deleted" }, personal: "Names of products." },
  },
  verbs: { createStock, updateStock },

  rpcs: ({ createStock }, { scope }) => ({
    listStocks: async ({ limit, cursor }, call) => writeStocks(await listStocks(scope(call), { limit, cursor })),
    proposeStock: (request, call) => createStock.preview(call, request),
    createStock: async (request, call) => {
      const { _id: id, productName } = await createStock(call, request);
      return { id, productName, status: "created" };
    },
  }),

  http(app, { createStock, updateStock }, { scope }) {
    bindRoute(app, routes.listStocks, async ({ call, query }) =>
      writeRestStocks(await listStocks(scope(call), query, query)),
    );
    bindRoute(app, routes.getStock, async ({ call, params: { id } }) =>
      toReply(requireStock(await findStock(scope(call), id), id)),
    );
    bindRoute(app, routes.createStock, async ({ call, body }) => toReply(await createStock(call, body)));
    bindRoute(app, routes.updateStock, async ({ call, params: { id }, body }) =>
      toReply(await updateStock(call, { id, changes: body })),
    );
  },
});

function toReply(row: Stock) {
  const { words: _, createdBy: __, createdAt, ...stock } = row;
  return { ...stock, createdAt: createdAt.toISOString() };
}
