import { create } from "@bufbuild/protobuf";
import { toListReply } from "@tenant-ops/kit/data";
import { bindRoute, type RouteReply, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { RoulettesService, UpdateItemRequestSchema } from "@tenant-ops/proto/roulettes";
import * as routes from "@tenant-ops/rest/roulettes";
import type { ItemUpdatePlan } from "./item-updates.rules.js";
import { type Item, requireItem } from "./items.rules.js";
import { findItem, itemIndexes, listItems } from "./items.store.js";
import { addItemStock, createItem, updateItem } from "./items.verbs.js";

/** The list tools take no `limit`. One page holds everything of most businesses; a cursor gives the rest. */
export const listLimit = 500;

/** Physical prizes with a stock of their own. */
export const items = defineNoun({
  api: RoulettesService,
  collections: {
    items: { indexes: itemIndexes, retention: { kept: "until_deleted" }, personal: "Names of prizes." },
  },
  verbs: { createItem, updateItem, addItemStock },

  rpcs: ({ createItem, updateItem, addItemStock }, { scope }) => ({
    listRouletteItems: async ({ cursor }, call) =>
      toListReply(await listItems(scope(call), {}, { limit: listLimit, cursor }), ({ _id: id, ...item }) => ({
        id,
        ...item,
      })),
    proposeItem: (request, call) => createItem.preview(call, request),
    async createItem(request, call) {
      const { _id: id, name } = await createItem(call, request);
      return { id, name, status: "created" };
    },
    proposeUpdateItem: (request, call) => updateItem.preview(call, request, toUpdatePreview),
    async approveUpdateItem(request, call) {
      const { _id: itemId } = await updateItem(call, request);
      return { itemId, updated: true };
    },
    proposeItemStock: (request, call) =>
      addItemStock.preview(
        call,
        request,
        ({ item: { _id: itemId, name, availableStock: stockBefore }, stockAfter }) => ({
          itemId,
          name,
          stockBefore,
          stockAfter,
        }),
      ),
    async approveItemStock(request, call) {
      const { _id: itemId, availableStock } = await addItemStock(call, request);
      return { itemId, availableStock };
    },
  }),

  http(app, { createItem, updateItem, addItemStock }, { scope }) {
    bindRoute(app, routes.listRouletteItems, async ({ call, query }) => {
      const { enabled_in_rewards: enabledInRewards, soldOut, search, ...page } = query;
      return toRestList(await listItems(scope(call), { enabledInRewards, soldOut, search }, page), toReply);
    });
    bindRoute(app, routes.getRouletteItem, async ({ call, params: { id } }) =>
      toReply(requireItem(await findItem(scope(call), id), id)),
    );
    bindRoute(app, routes.createRouletteItem, async ({ call, body }) => {
      const { available_stock: availableStock, track_stock: trackStock, enabled_in_rewards, ...same } = body;
      const request = { ...same, availableStock, trackStock, enabledInRewards: enabled_in_rewards };
      return toReply(await createItem(call, request));
    });
    bindRoute(app, routes.updateRouletteItem, async ({ call, params: { id: itemId }, body }) => {
      const { track_stock: trackStock, enabled_in_rewards: enabledInRewards, ...same } = body;
      const request = create(UpdateItemRequestSchema, { ...same, itemId, trackStock, enabledInRewards });
      return toReply(await updateItem(call, request));
    });
    bindRoute(app, routes.addRouletteItemStock, async ({ call, params: { id: itemId }, body: { addUnits } }) =>
      toReply(await addItemStock(call, { itemId, addUnits })),
    );
  },
});

const argumentNames: Record<keyof ItemUpdatePlan["changes"], string> = {
  name: "name",
  description: "description",
  trackStock: "track_stock",
  enabledInRewards: "enabled_in_rewards",
};

function toUpdatePreview({ before, after, changes }: ItemUpdatePlan) {
  const changed = (Object.keys(changes) as (keyof typeof changes)[]).map((name) => argumentNames[name]);
  return { itemId: before._id, changed, before, after };
}

function toReply(item: Item): RouteReply<typeof routes.getRouletteItem> {
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
