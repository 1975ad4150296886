import { create } from "@bufbuild/protobuf";
import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, type RouteReply, toRestList } from "@tenant-ops/kit/http";
import { UpdateItemRequestSchema } from "@tenant-ops/proto/roulettes";
import {
  addRouletteItemStock,
  createRouletteItem,
  getRouletteItem,
  listRouletteItems,
  updateRouletteItem,
} from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { planItemStock, planItemUpdate } from "./item-updates.rules.js";
import { planItem, requireItem } from "./items.rules.js";
import { addItemStock, findItem, insertItem, listItems, updateItem } from "./items.store.js";
import type { Item } from "./items.types.js";

/** REST routes of physical prize items. */
export function itemHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(
    app,
    listRouletteItems,
    async ({ call, query: { enabled_in_rewards: enabledInRewards, soldOut, search, ...page } }) =>
      toRestList(await listItems(db.scope(call), { enabledInRewards, soldOut, search }, page), toReply),
  );

  bindRoute(app, getRouletteItem, async ({ call, params: { id } }) =>
    toReply(requireItem(await findItem(db.scope(call), id), id)),
  );

  bindRoute(app, createRouletteItem, ({ call, body }) =>
    db.transaction(call, async (scope) => {
      const { available_stock: availableStock, track_stock: trackStock, enabled_in_rewards, ...same } = body;
      const request = { ...same, availableStock, trackStock, enabledInRewards: enabled_in_rewards };
      const planned = planItem(request, call.country);
      await quota.claim(scope);
      return toReply(await insertItem(scope, planned));
    }),
  );

  bindRoute(app, updateRouletteItem, ({ call, params: { id }, body }) =>
    db.transaction(call, async (scope) => {
      const { track_stock: trackStock, enabled_in_rewards: enabledInRewards, ...same } = body;
      const request = create(UpdateItemRequestSchema, { ...same, itemId: id, trackStock, enabledInRewards });
      const { after, changes } = planItemUpdate(request, await findItem(scope, id));
      await updateItem(scope, id, changes);
      return toReply(after);
    }),
  );

  bindRoute(app, addRouletteItemStock, ({ call, params: { id }, body: { addUnits } }) =>
    db.transaction(call, async (scope) => {
      const { item, stockAfter } = planItemStock({ itemId: id, addUnits }, await findItem(scope, id));
      await addItemStock(scope, id, addUnits);
      return toReply({ ...item, availableStock: stockAfter });
    }),
  );
}

function toReply(item: Item): RouteReply<typeof getRouletteItem> {
  return {
    _id: item._id,
    name: item.name,
    available_stock: item.availableStock,
    enabled_in_rewards: item.enabledInRewards,
    description: item.description,
    currency: item.currency,
    track_stock: item.trackStock,
    country: item.country,
    createdAt: item.createdAt.toISOString(),
  };
}
