import type { Database } from "@tenant-ops/kit/data";
import { joinReviews, reviewName, type RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { findItemsOfGifts } from "../gifts/items.store.js";
import { planRouletteUpdate, reviewRouletteUpdate } from "./roulette-updates.rules.js";
import { toRouletteReply } from "./roulettes.replies.js";
import { findRoulette, findRouletteByName, updateRoulette } from "./roulettes.store.js";

type RouletteUpdateRpcs = Pick<RpcHandlers<typeof RoulettesService>, "proposeUpdateRoulette" | "approveUpdateRoulette">;

/** Changes of a roulette after its creation. */
export function rouletteUpdateRpcs(db: Database): RouletteUpdateRpcs {
  return {
    async proposeUpdateRoulette(request, call) {
      const scope = db.scope(call);
      const plan = planRouletteUpdate(request, await findRoulette(scope, request.rouletteId));
      const { rouletteId, changes, before, after } = plan;
      const preview = {
        rouletteId,
        changed: changes.map(({ name }) => name),
        before: toRouletteReply(before),
        after: toRouletteReply(after),
      };
      const review = reviewRouletteUpdate(plan, await findItemsOfGifts(scope, after.gifts));
      if (!changes.some(({ path }) => path === "name")) return { preview, ...review };
      const sameName = await findRouletteByName(scope, after.name, rouletteId);
      return { preview, ...joinReviews(review, reviewName("roulette", sameName)) };
    },

    async approveUpdateRoulette(request, call) {
      return db.transaction(call, async (scope) => {
        const plan = planRouletteUpdate(request, await findRoulette(scope, request.rouletteId));
        await updateRoulette(scope, plan);
        return { rouletteId: plan.rouletteId, updated: true, isActive: plan.after.isActive };
      });
    },
  };
}
