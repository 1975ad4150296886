import { create } from "@bufbuild/protobuf";
import { type Scope, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, type RouteInput, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { RouletteRequestSchema, RoulettesService, UpdateRouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import * as routes from "@tenant-ops/rest/roulettes";
import { rouletteAudits } from "../audits.js";
import { listLimit } from "../gifts/items.noun.js";
import { findItemsOfGifts } from "../gifts/items.store.js";
import {
  addChances,
  toListedReply,
  toRouletteReply,
  toRouletteRestReply,
  toRouletteSummary,
} from "./roulettes.replies.js";
import { requireRoulette } from "./roulettes.rules.js";
import { findRoulette, listRoulettes, rouletteIndexes } from "./roulettes.store.js";
import { addGiftUnits, createRoulette, updateRoulette } from "./roulettes.verbs.js";

/** Wheels of gifts, and what other services need to know about them. */
export const roulettes = defineNoun({
  api: RoulettesService,
  collections: {
    roulettes: {
      indexes: rouletteIndexes,
      retention: { kept: "until_deleted" },
      personal: "Names and settings.",
    },
  },
  audits: rouletteAudits,
  verbs: { createRoulette, updateRoulette, addGiftUnits },

  rpcs: ({ createRoulette, updateRoulette, addGiftUnits }, { scope }) => ({
    async getRoulette({ rouletteId }, call) {
      const { _id: id, createdAt, ...roulette } = await readRoulette(scope(call), rouletteId);
      return { ...toRouletteReply(roulette), id, createdAt: createdAt.toISOString() };
    },
    listRoulettes: async ({ cursor }, call) =>
      toListReply(await listRoulettes(scope(call), {}, { limit: listLimit, cursor }), toRouletteSummary),
    proposeRoulette: (message, call) =>
      createRoulette.preview(call, { message }, ({ roulette, items }) => toRouletteReply(addChances(roulette, items))),
    createRoulette: (message, call) =>
      createRoulette.keeping(call, { message }, ({ _id: id, name }) => ({ id, name, status: "created" })),
    async getTarget({ id }, call) {
      const roulette = await findRoulette(scope(call), id);
      return { exists: roulette !== null, isActive: roulette?.isActive ?? false };
    },
    proposeUpdateRoulette: (message, call) =>
      updateRoulette.preview(call, { message }, ({ before, after, changes, items }) => ({
        rouletteId: before._id,
        changed: changes.map(({ name }) => name),
        before: toRouletteReply(addChances(before, items)),
        after: toRouletteReply(addChances(after, items)),
      })),
    approveUpdateRoulette: (message, call) =>
      updateRoulette.keeping(call, { message }, ({ _id: rouletteId, isActive }) => ({
        rouletteId,
        updated: true,
        isActive,
      })),
    proposeGiftUnits: (request, call) => addGiftUnits.preview(call, request),
    approveGiftUnits: ({ giftIndex, ...request }, call) =>
      addGiftUnits.keeping(call, { ...request, giftIndex }, ({ _id: rouletteId, gifts }) => ({
        rouletteId,
        giftIndex,
        quantity: gifts[giftIndex]?.quantity,
      })),
  }),

  http(app, { createRoulette, updateRoulette, addGiftUnits }, { scope }) {
    bindRoute(app, routes.listRoulettes, async ({ call, query: { isActive, soldOut, search, ...page } }) =>
      toRestList(await listRoulettes(scope(call), { isActive, soldOut, search }, page), toListedReply),
    );
    bindRoute(app, routes.getRoulette, async ({ call, params: { id } }) =>
      toRouletteRestReply(await readRoulette(scope(call), id)),
    );
    bindRoute(app, routes.createRoulette, async ({ call, body: { spinsPerVisitor, ...body } }) =>
      toRouletteRestReply(await createRoulette(call, { message: toRouletteRequest(body), page: { spinsPerVisitor } })),
    );
    bindRoute(app, routes.updateRoulette, async ({ call, params: { id }, body: { spinsPerVisitor, ...body } }) => {
      const page = spinsPerVisitor === undefined ? {} : { spinsPerVisitor };
      return toRouletteRestReply(await updateRoulette(call, { message: toUpdateRequest(id, body), page }));
    });
    bindRoute(app, routes.addGiftUnits, async ({ call, params: { id, index }, body: { addUnits } }) =>
      toRouletteRestReply(await addGiftUnits(call, { rouletteId: id, giftIndex: index, addUnits })),
    );
  },
});

async function readRoulette(scope: Scope, id: string) {
  const roulette = requireRoulette(await findRoulette(scope, id), id);
  return addChances(roulette, await findItemsOfGifts(scope, roulette.gifts));
}

// The rules take the messages of the tools: a field that is absent in the body is absent in the message as well.

type NewRoulette = Omit<RouteInput<typeof routes.createRoulette>["body"], "spinsPerVisitor">;

function toRouletteRequest(body: NewRoulette) {
  const { gifts, typeOfRoulette, time_unit: timeUnit, time_to_expire: timeToExpire, max_wins: maxWins, ...same } = body;
  return create(RouletteRequestSchema, {
    ...same,
    timeUnit,
    timeToExpire,
    maxWins,
    rouletteTypeId: typeOfRoulette._id,
    rouletteTypeName: typeOfRoulette.name,
    gifts: gifts.map(toGiftInit),
  });
}

function toGiftInit({ item_id: itemId, typeOfGift: { _id: id, name }, ...same }: NewRoulette["gifts"][number]) {
  return { ...same, itemId, typeOfGift: { id, name } };
}

function toUpdateRequest(
  rouletteId: string,
  body: Omit<RouteInput<typeof routes.updateRoulette>["body"], "spinsPerVisitor">,
) {
  const { time_unit: timeUnit, time_to_expire: timeToExpire, max_wins: maxWins, ...same } = body;
  return create(UpdateRouletteRequestSchema, { ...same, rouletteId, timeUnit, timeToExpire, maxWins });
}
