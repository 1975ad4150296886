import { type Database, type Quota, toListReply } from "@tenant-ops/kit/data";
import { joinReviews, requireAsPreviewed, reviewName, type RpcHandlers } from "@tenant-ops/kit/rpc";
import { ItemChangePreviewSchema, type RoulettesService } from "@tenant-ops/proto/roulettes";
import { addGiftUnits, findRoulette } from "../roulettes/roulettes.store.js";
import { planGiftUnits, reviewGiftUnits } from "./gift-units.rules.js";
import { planItemStock, planItemUpdate, reviewItemStock, reviewItemUpdate } from "./item-updates.rules.js";
import { planItem, reviewItem } from "./items.rules.js";
import {
  addItemStock,
  findItem,
  findItemByName,
  findItemsOfGifts,
  insertItem,
  listItems,
  updateItem,
} from "./items.store.js";
import { type Item, type ItemUpdatePlan, listLimit } from "./items.types.js";

type ItemUpdateRpcs = Pick<
  RpcHandlers<typeof RoulettesService>,
  "proposeUpdateItem" | "approveUpdateItem" | "proposeItemStock" | "approveItemStock"
>;

/** Changes of an item, and of its stock, after its creation. */
export function itemUpdateRpcs(db: Database): ItemUpdateRpcs {
  return {
    async proposeUpdateItem(request, call) {
      const scope = db.scope(call);
      const plan = planItemUpdate(request, await findItem(scope, request.itemId));
      const { before, after, changes } = plan;
      const name = changes.name && reviewName("item", await findItemByName(scope, changes.name, before._id));
      const preview = {
        itemId: before._id,
        changed: toArgumentNames(plan),
        before: toPreview(before),
        after: toPreview(after),
      };
      return { preview, ...joinReviews(reviewItemUpdate(plan), ...(name ? [name] : [])) };
    },

    async approveUpdateItem(request, call) {
      return db.transaction(call, async (scope) => {
        const { before, changes } = planItemUpdate(request, await findItem(scope, request.itemId));
        requireAsPreviewed(call, ItemChangePreviewSchema, { before: toPreview(before) });
        await updateItem(scope, before._id, changes);
        return { itemId: before._id, updated: true };
      });
    },

    async proposeItemStock(request, call) {
      const plan = planItemStock(request, await findItem(db.scope(call), request.itemId));
      const { item, stockAfter } = plan;
      const preview = { itemId: item._id, name: item.name, stockBefore: item.availableStock, stockAfter };
      return { preview, ...reviewItemStock(plan) };
    },

    async approveItemStock(request, call) {
      return db.transaction(call, async (scope) => {
        const { item, addUnits, stockAfter } = planItemStock(request, await findItem(scope, request.itemId));
        await addItemStock(scope, item._id, addUnits);
        return { itemId: item._id, availableStock: stockAfter };
      });
    },
  };
}

const argumentNames: Record<keyof ItemUpdatePlan["changes"], string> = {
  name: "name",
  description: "description",
  trackStock: "track_stock",
  enabledInRewards: "enabled_in_rewards",
};

const toArgumentNames = ({ changes }: ItemUpdatePlan): string[] =>
  (Object.keys(changes) as (keyof typeof changes)[]).map((name) => argumentNames[name]);

function toPreview({ name, availableStock, enabledInRewards, description, currency, trackStock, country }: Item) {
  return { name, availableStock, enabledInRewards, description, currency, trackStock, country };
}

type ItemRpcs = Pick<RpcHandlers<typeof RoulettesService>, "listRouletteItems" | "proposeItem" | "createItem">;

/** Physical prize items. */
export function itemRpcs(db: Database, quota: Quota): ItemRpcs {
  return {
    async listRouletteItems({ cursor }, call) {
      return toListReply(await listItems(db.scope(call), {}, { limit: listLimit, cursor }), toItem);
    },

    async proposeItem(request, call) {
      const planned = planItem(request, call.country);
      const scope = db.scope(call);
      await quota.check(scope);
      const sameName = await findItemByName(scope, planned.name);
      return { preview: planned, ...reviewItem(planned, sameName) };
    },

    async createItem(request, call) {
      return db.transaction(call, async (scope) => {
        const planned = planItem(request, call.country);
        await quota.claim(scope);
        const item = await insertItem(scope, planned);
        return { id: item._id, name: item.name, status: "created" };
      });
    },
  };
}

function toItem(item: Item) {
  const { _id: id, name, availableStock, enabledInRewards, description, currency, trackStock, country } = item;
  return { id, name, availableStock, enabledInRewards, description, currency, trackStock, country };
}

type GiftUnitsRpcs = Pick<RpcHandlers<typeof RoulettesService>, "proposeGiftUnits" | "approveGiftUnits">;

/** The remaining units of the gifts of a roulette. */
export function giftUnitsRpcs(db: Database): GiftUnitsRpcs {
  return {
    async proposeGiftUnits(request, call) {
      const scope = db.scope(call);
      const plan = planGiftUnits(request, await findRoulette(scope, request.rouletteId));
      const { rouletteId, name, giftIndex, value, quantityBefore, quantityAfter } = plan;
      const preview = { rouletteId, name, giftIndex, value, quantityBefore, quantityAfter };
      return { preview, ...reviewGiftUnits(plan, await findItemsOfGifts(scope, plan.after.gifts)) };
    },

    async approveGiftUnits(request, call) {
      return db.transaction(call, async (scope) => {
        const plan = planGiftUnits(request, await findRoulette(scope, request.rouletteId));
        await addGiftUnits(scope, plan);
        return { rouletteId: plan.rouletteId, giftIndex: plan.giftIndex, quantity: plan.quantityAfter };
      });
    },
  };
}
