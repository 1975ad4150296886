import { type Database, type Quota, toListReply } from "@tenant-ops/kit/data";
import { joinReviews, requireAsPreviewed, reviewName, type RpcHandlers } from "@tenant-ops/kit/rpc";
import { RouletteChangePreviewSchema, type RoulettesService } from "@tenant-ops/proto/roulettes";
import { findItemsOfGifts } from "../gifts/items.store.js";
import { listLimit } from "../gifts/items.types.js";
import { planRouletteUpdate, reviewRouletteUpdate } from "./roulette-updates.rules.js";
import { createRoulette, findRouletteFacts } from "./roulettes.changes.js";
import { toRouletteReply, toRouletteSummary } from "./roulettes.replies.js";
import { planRoulette, requireRoulette, reviewRoulette } from "./roulettes.rules.js";
import { findRoulette, findRouletteByName, listRoulettes, updateRoulette } from "./roulettes.store.js";

type RouletteRpcs = Pick<
  RpcHandlers<typeof RoulettesService>,
  "getRoulette" | "listRoulettes" | "proposeRoulette" | "createRoulette" | "getTarget"
>;

/** Roulettes, and what other services need to know about them. */
export function rouletteRpcs(db: Database, quota: Quota): RouletteRpcs {
  return {
    async getRoulette({ rouletteId }, call) {
      const scope = db.scope(call);
      const roulette = requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
      const { _id: id, gifts, totalSpins, createdAt } = roulette;
      const reply = toRouletteReply(roulette, await findItemsOfGifts(scope, gifts));
      return { id, ...reply, totalSpins, createdAt: createdAt.toISOString() };
    },

    async listRoulettes({ cursor }, call) {
      return toListReply(await listRoulettes(db.scope(call), {}, { limit: listLimit, cursor }), toRouletteSummary);
    },

    async proposeRoulette(request, call) {
      const scope = db.scope(call);
      const facts = await findRouletteFacts(db, scope, request);
      const planned = planRoulette(request, facts);
      await quota.check(scope);
      const name = reviewName("roulette", await findRouletteByName(scope, planned.name));
      return {
        preview: toRouletteReply(planned, facts.items),
        ...joinReviews(name, reviewRoulette(planned, request, facts.items)),
      };
    },

    async createRoulette(request, call) {
      return db.transaction(call, async (scope) => {
        const { _id: id, name } = await createRoulette(db, quota, scope, request);
        return { id, name, status: "created" };
      });
    },

    async getTarget({ id }, call) {
      const roulette = await findRoulette(db.scope(call), id);
      return { exists: roulette !== null, isActive: roulette?.isActive ?? false };
    },
  };
}

type RouletteUpdateRpcs = Pick<RpcHandlers<typeof RoulettesService>, "proposeUpdateRoulette" | "approveUpdateRoulette">;

/** Changes of a roulette after its creation. */
export function rouletteUpdateRpcs(db: Database): RouletteUpdateRpcs {
  return {
    async proposeUpdateRoulette(request, call) {
      const scope = db.scope(call);
      const plan = planRouletteUpdate(request, await findRoulette(scope, request.rouletteId));
      const { rouletteId, changes, before, after } = plan;
      const items = await findItemsOfGifts(scope, after.gifts);
      const preview = {
        rouletteId,
        changed: changes.map(({ name }) => name),
        before: toRouletteReply(before, items),
        after: toRouletteReply(after, items),
      };
      const review = reviewRouletteUpdate(plan, items);
      if (!changes.some(({ path }) => path === "name")) return { preview, ...review };
      const sameName = await findRouletteByName(scope, after.name, rouletteId);
      return { preview, ...joinReviews(review, reviewName("roulette", sameName)) };
    },

    async approveUpdateRoulette(request, call) {
      return db.transaction(call, async (scope) => {
        const plan = planRouletteUpdate(request, await findRoulette(scope, request.rouletteId));
        const items = await findItemsOfGifts(scope, plan.before.gifts);
        requireAsPreviewed(call, RouletteChangePreviewSchema, { before: toRouletteReply(plan.before, items) });
        await updateRoulette(scope, plan);
        return { rouletteId: plan.rouletteId, updated: true, isActive: plan.after.isActive };
      });
    },
  };
}
