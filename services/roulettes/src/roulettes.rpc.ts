import { type Database, type Quota, type Scope, toListReply } from "@tenant-ops/kit/data";
import { joinReviews, reviewName, type RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RouletteRequest, RoulettesService } from "@tenant-ops/proto/roulettes";
import { findCatalogue } from "./gift-types.store.js";
import { findItems } from "./items.store.js";
import { listLimit } from "./list-limit.js";
import { toRouletteAnswer, toRouletteSummary } from "./roulettes.replies.js";
import { planRoulette, requireRoulette, reviewRoulette } from "./roulettes.rules.js";
import { findRoulette, findRouletteByName, insertRoulette, listRoulettes } from "./roulettes.store.js";
import type { RouletteFacts } from "./roulettes.types.js";

type RouletteRpcs = Pick<
  RpcHandlers<typeof RoulettesService>,
  "getRoulette" | "listRoulettes" | "proposeRoulette" | "createRoulette" | "getTarget"
>;

/** Roulettes, and what other services need to know about them. */
export function rouletteRpcs(db: Database, quota: Quota): RouletteRpcs {
  return {
    async getRoulette({ rouletteId }, call) {
      const roulette = requireRoulette(await findRoulette(db.scope(call), rouletteId), rouletteId);
      const { _id: id, totalSpins, createdAt } = roulette;
      return { id, ...toRouletteAnswer(roulette), totalSpins, createdAt: createdAt.toISOString() };
    },

    async listRoulettes({ cursor }, call) {
      return toListReply(await listRoulettes(db.scope(call), { limit: listLimit, cursor }), toRouletteSummary);
    },

    async proposeRoulette(request, call) {
      const scope = db.scope(call);
      const facts = await findFacts(db, scope, request);
      const planned = planRoulette(request, facts);
      await quota.check(scope);
      const name = reviewName("roulette", await findRouletteByName(scope, planned.name));
      return {
        preview: toRouletteAnswer(planned),
        ...joinReviews(name, reviewRoulette(planned, request, facts.items)),
      };
    },

    // The plan is made again inside the transaction: the last unit of an item may have been won since the preview.
    async createRoulette(request, call) {
      return db.transaction(call, async (scope) => {
        const planned = planRoulette(request, await findFacts(db, scope, request));
        await quota.claim(scope);
        const { _id: id, name } = await insertRoulette(scope, planned);
        return { id, name, status: "created" };
      });
    },

    async getTarget({ id }, call) {
      const roulette = await findRoulette(db.scope(call), id);
      return { exists: roulette !== null, isActive: roulette?.isActive ?? false };
    },
  };
}

async function findFacts(db: Database, scope: Scope, { gifts }: RouletteRequest): Promise<RouletteFacts> {
  const catalogue = await findCatalogue(db);
  const items = await findItems(
    scope,
    gifts.flatMap(({ itemId }) => itemId || []),
  );
  return { catalogue, items, country: scope.call.country };
}
