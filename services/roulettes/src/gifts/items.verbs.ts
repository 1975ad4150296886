import { createQuota } from "@tenant-ops/kit/data";
import { type FieldsOf, joinReviews, requireAsPreviewed, reviewName } from "@tenant-ops/kit/rpc";
import { defineVerb } from "@tenant-ops/kit/verbs";
import {
  ItemChangePreviewSchema,
  type ItemRequest,
  type ItemStockRequest,
  type UpdateItemRequest,
} from "@tenant-ops/proto/roulettes";
import type { RoulettesContext } from "../config.js";
import { planItemStock, planItemUpdate, reviewItemStock, reviewItemUpdate } from "./item-updates.rules.js";
import { type Item, planItem, reviewItem } from "./items.rules.js";
import { findItem, findItemByName, incrementItemStock, insertItem, saveItemChanges } from "./items.store.js";

/** Adds a physical prize. */
export const createItem = defineVerb(({ config: { QUOTA_ITEMS: max } }: RoulettesContext) => ({
  quota: createQuota({ collection: "items", records: "roulette items", max, setting: "QUOTA_ITEMS" }),
  plan: (request: FieldsOf<ItemRequest>, _, { country }) => planItem(request, country),
  loadFacts: (scope, { name }) => findItemByName(scope, name),
  review: reviewItem,
  write: insertItem,
}));

/** Changes the fields that are given. */
export const updateItem = defineVerb(() => ({
  load: (scope, { itemId }: UpdateItemRequest) => findItem(scope, itemId),
  plan: planItemUpdate,
  loadFacts: async (scope, { before, changes: { name } }) =>
    name === undefined ? undefined : findItemByName(scope, name, before._id),
  review: (plan, sameName) =>
    joinReviews(reviewItemUpdate(plan), ...(sameName === undefined ? [] : [reviewName("item", sameName)])),
  async write(scope, { before, after, changes }): Promise<Item> {
    requireAsPreviewed(scope.call, ItemChangePreviewSchema, { before });
    await saveItemChanges(scope, before._id, changes);
    return after;
  },
}));

/** Adds units to the stock of an item, or takes some away. */
export const addItemStock = defineVerb(() => ({
  load: (scope, { itemId }: FieldsOf<ItemStockRequest>) => findItem(scope, itemId),
  plan: planItemStock,
  review: reviewItemStock,
  async write(scope, { item, addUnits, stockAfter }): Promise<Item> {
    await incrementItemStock(scope, item._id, addUnits);
    return { ...item, availableStock: stockAfter };
  },
}));
