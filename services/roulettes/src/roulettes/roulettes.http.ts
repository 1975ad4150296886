import type { Database, Quota } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  addGiftUnits as addGiftUnitsRoute,
  createRoulette as createRouletteRoute,
  getRoulette,
  listRoulettes as listRoulettesRoute,
  updateRoulette as updateRouletteRoute,
} from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { planGiftUnits } from "../gifts/gift-units.rules.js";
import { planRouletteUpdate } from "./roulette-updates.rules.js";
import { toRouletteBody, toRouletteRequest, toSummaryBody, toUpdateRequest } from "./roulettes.replies.js";
import { createRoulette } from "./roulettes.changes.js";
import { requireRoulette } from "./roulettes.rules.js";
import { addGiftUnits, findRoulette, listRoulettes, updateRoulette } from "./roulettes.store.js";

/** REST routes of roulettes and of the units of their gifts. */
export function rouletteHttp(app: FastifyInstance, db: Database, quota: Quota): void {
  bindRoute(app, listRoulettesRoute, async ({ call, query: { isActive, search, ...page } }) =>
    toRestList(await listRoulettes(db.scope(call), { isActive, search }, page), toSummaryBody),
  );

  bindRoute(app, getRoulette, async ({ call, params: { id } }) =>
    toRouletteBody(requireRoulette(await findRoulette(db.scope(call), id), id)),
  );

  bindRoute(app, createRouletteRoute, async ({ call, body }) => {
    const { spinsPerVisitor } = body;
    const request = toRouletteRequest(body);
    return db.transaction(call, async (scope) =>
      toRouletteBody(await createRoulette(db, quota, scope, request, { spinsPerVisitor })),
    );
  });

  bindRoute(app, updateRouletteRoute, async ({ call, params: { id }, body }) => {
    const { spinsPerVisitor } = body;
    const request = toUpdateRequest(id, body);
    const page = spinsPerVisitor === undefined ? {} : { spinsPerVisitor };
    return db.transaction(call, async (scope) => {
      const plan = planRouletteUpdate(request, await findRoulette(scope, id), page);
      await updateRoulette(scope, plan);
      return toRouletteBody(plan.after);
    });
  });

  bindRoute(app, addGiftUnitsRoute, ({ call, params: { id, index }, body: { addUnits } }) =>
    db.transaction(call, async (scope) => {
      const plan = planGiftUnits({ rouletteId: id, giftIndex: index, addUnits }, await findRoulette(scope, id));
      await addGiftUnits(scope, plan);
      return toRouletteBody(plan.after);
    }),
  );
}
