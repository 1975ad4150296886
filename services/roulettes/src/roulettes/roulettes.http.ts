import { create } from "@bufbuild/protobuf";
import type { Database, Quota, Scope } from "@tenant-ops/kit/data";
import { bindRoute, type RouteInput, toRestList } from "@tenant-ops/kit/http";
import {
  type RouletteRequest,
  RouletteRequestSchema,
  type UpdateRouletteRequest,
  UpdateRouletteRequestSchema,
} from "@tenant-ops/proto/roulettes";
import {
  addGiftUnits as addGiftUnitsRoute,
  createRoulette as createRouletteRoute,
  getRoulette,
  listRoulettes as listRoulettesRoute,
  updateRoulette as updateRouletteRoute,
} from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { planGiftUnits } from "../gifts/gift-units.rules.js";
import { findItemsOfGifts } from "../gifts/items.store.js";
import { planRouletteUpdate } from "./roulette-updates.rules.js";
import { createRoulette } from "./roulettes.changes.js";
import { toListedReply, toRouletteRestReply } from "./roulettes.replies.js";
import { requireRoulette } from "./roulettes.rules.js";
import { addGiftUnits, findRoulette, listRoulettes, updateRoulette } from "./roulettes.store.js";
import type { Roulette } from "./roulettes.types.js";

type NewRoulette = RouteInput<typeof createRouletteRoute>["body"];

/** REST routes of roulettes and of the units of their gifts. */
export function rouletteHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, listRoulettesRoute, async ({ call, query: { isActive, soldOut, search, ...page } }) =>
    toRestList(await listRoulettes(db.scope(call), { isActive, soldOut, search }, page), toListedReply),
  );

  const toReply = async (scope: Scope, roulette: Roulette) =>
    toRouletteRestReply(roulette, await findItemsOfGifts(scope, roulette.gifts));

  bindRoute(app, getRoulette, async ({ call, params: { id } }) => {
    const scope = db.scope(call);
    return toReply(scope, requireRoulette(await findRoulette(scope, id), id));
  });

  bindRoute(app, createRouletteRoute, async ({ call, body }) => {
    const { spinsPerVisitor } = body;
    const request = toRouletteRequest(body);
    return db.transaction(call, async (scope) =>
      toReply(scope, await createRoulette(db, quota, scope, request, { spinsPerVisitor })),
    );
  });

  bindRoute(app, updateRouletteRoute, async ({ call, params: { id }, body }) => {
    const { spinsPerVisitor } = body;
    const request = toUpdateRequest(id, body);
    const page = spinsPerVisitor === undefined ? {} : { spinsPerVisitor };
    return db.transaction(call, async (scope) => {
      const plan = planRouletteUpdate(request, await findRoulette(scope, id), page);
      await updateRoulette(scope, plan);
      return toReply(scope, plan.after);
    });
  });

  bindRoute(app, addGiftUnitsRoute, ({ call, params: { id, index }, body: { addUnits } }) =>
    db.transaction(call, async (scope) => {
      const plan = planGiftUnits({ rouletteId: id, giftIndex: index, addUnits }, await findRoulette(scope, id));
      await addGiftUnits(scope, plan);
      return toReply(scope, plan.after);
    }),
  );
}

// The rules take the messages of the tools: a field that is absent in the body is absent in the message as well.

function toRouletteRequest(body: NewRoulette): RouletteRequest {
  const { gifts, typeOfRoulette, time_unit: timeUnit, time_to_expire: timeToExpire, max_wins: maxWins, ...rest } = body;
  const { spinsPerVisitor: _, ...same } = rest;
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
  body: RouteInput<typeof updateRouletteRoute>["body"],
): UpdateRouletteRequest {
  const { time_unit: timeUnit, time_to_expire: timeToExpire, max_wins: maxWins, spinsPerVisitor: _, ...same } = body;
  return create(UpdateRouletteRequestSchema, { ...same, rouletteId, timeUnit, timeToExpire, maxWins });
}
