import { createQuota, type Scope } from "@tenant-ops/kit/data";
import { type FieldsOf, joinReviews, requireAsPreviewed, reviewName } from "@tenant-ops/kit/rpc";
import { defineVerb } from "@tenant-ops/kit/verbs";
import {
  type GiftUnitsRequest,
  RouletteChangePreviewSchema,
  type RouletteRequest,
  type UpdateRouletteRequest,
} from "@tenant-ops/proto/roulettes";
import type { RoulettesContext } from "../config.js";
import { findCatalogue } from "../gifts/gift-types.store.js";
import { planGiftUnits, reviewGiftUnits } from "../gifts/gift-units.rules.js";
import { findItems, findItemsOfGifts } from "../gifts/items.store.js";
import { planRouletteUpdate, reviewRouletteUpdate } from "./roulette-updates.rules.js";
import { addChances, toRouletteReply } from "./roulettes.replies.js";
import { type PageSettings, planRoulette, reviewRoulette } from "./roulettes.rules.js";
import {
  findRoulette,
  findRouletteByName,
  incrementGiftUnits,
  insertRoulette,
  saveRouletteChanges,
} from "./roulettes.store.js";

/** The message of a tool, and what only REST has. */
interface WithPage<Message> {
  message: Message;
  page?: PageSettings;
}

/** Creates a wheel. All verbs of roulettes return it with its chances at that moment: a repeated call gets the same ones. */
export const createRoulette = defineVerb(({ db, config: { QUOTA_ROULETTES: max } }: RoulettesContext) => ({
  quota: createQuota({ collection: "roulettes", records: "roulettes", max, setting: "QUOTA_ROULETTES" }),
  async load(scope, { message }: WithPage<RouletteRequest>) {
    const catalogue = await findCatalogue(db);
    const items = await findItems(
      scope,
      message.gifts.flatMap(({ itemId }) => itemId || []),
    );
    return { message, catalogue, items };
  },
  plan: ({ message, page }, { catalogue, items }, { country }) => ({
    roulette: { ...planRoulette(message, { catalogue, items, country }), ...page },
    items,
  }),
  loadFacts: (scope, { roulette: { name } }) => findRouletteByName(scope, name),
  review: ({ roulette, items }, sameName, { message }) =>
    joinReviews(reviewName("roulette", sameName), reviewRoulette(roulette, message, items)),
  write: async (scope, { roulette, items }) => addChances(await insertRoulette(scope, roulette), items),
}));

/** Changes the settings and gifts that are given. */
export const updateRoulette = defineVerb(() => ({
  load: (scope, { message: { rouletteId } }: WithPage<UpdateRouletteRequest>) => findWithItems(scope, rouletteId),
  plan: ({ message, page }, { roulette, items }) => ({ ...planRouletteUpdate(message, roulette, page), items }),
  loadFacts: async (scope, { after: { _id, name }, changes }) =>
    changes.some(({ path }) => path === "name") ? findRouletteByName(scope, name, _id) : undefined,
  review: (plan, sameName) =>
    joinReviews(
      reviewRouletteUpdate(plan, plan.items),
      ...(sameName === undefined ? [] : [reviewName("roulette", sameName)]),
    ),
  async write(scope, { before, after, changes, items }) {
    const replaced = toRouletteReply(addChances(before, items));
    requireAsPreviewed(scope.call, RouletteChangePreviewSchema, { before: replaced });
    await saveRouletteChanges(scope, before._id, changes);
    return addChances(after, items);
  },
}));

/** Adds units to the remaining ones of a gift, or takes some away. */
export const addGiftUnits = defineVerb(() => ({
  load: (scope, { rouletteId }: FieldsOf<GiftUnitsRequest>) => findWithItems(scope, rouletteId),
  plan: (request, { roulette, items }) => ({ ...planGiftUnits(request, roulette), items }),
  review: (plan) => reviewGiftUnits(plan, plan.items),
  async write(scope, plan) {
    await incrementGiftUnits(scope, plan);
    return addChances(plan.after, plan.items);
  },
}));

/** The items are those that the gifts name. */
async function findWithItems(scope: Scope, rouletteId: string) {
  const roulette = await findRoulette(scope, rouletteId);
  return { roulette, items: await findItemsOfGifts(scope, roulette?.gifts ?? []) };
}
