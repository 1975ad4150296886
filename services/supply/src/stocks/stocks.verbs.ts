import { createQuota } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { SupplyContext } from "../config.js";
import { type PlannedStock, planStock, planStockUpdate, requireStock, reviewStock } from "./stocks.rules.js";
import { findStock, findStockByName, insertStock, saveStock } from "./stocks.store.js";

/** Adds a product to the catalogue. */
export const createStock = defineVerb(({ config: { QUOTA_STOCKS: max } }: SupplyContext) => ({
  quota: createQuota({ collection: "stocks", records: "products", max, setting: "QUOTA_STOCKS" }),
  plan: planStock,
  loadFacts: (scope, { productName }) => findStockByName(scope, productName),
  review: reviewStock,
  write: insertStock,
}));

/** Changes the fields that are given. */
export const updateStock = defineVerb(() => ({
  load: async (scope, { id }: { id: string; changes: Partial<PlannedStock> }) =>
    requireStock(await findStock(scope, id), id),
  plan: ({ changes }, before) => ({ ...before, ...planStockUpdate(before, changes) }),
  write: saveStock,
}));
