import { type Database, type Quota, type Scope, toListReply } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RouletteRequest, RoulettesService } from "@tenant-ops/proto/roulettes";
import type { Gift } from "./gifts.types.js";
import { findCatalogue } from "./gift-types.store.js";
import { findItems } from "./items.store.js";
import { listLimit } from "./list-limit.js";
import { planRoulette, reviewRoulette, toChances } from "./roulettes.rules.js";
import { findRoulette, insertRoulette, listRoulettes } from "./roulettes.store.js";
import type { ListedRoulette, PlannedRoulette, RouletteFacts } from "./roulettes.types.js";

type RouletteRpcs = Pick<
  RpcHandlers<typeof RoulettesService>,
  "getRoulette" | "listRoulettes" | "proposeRoulette" | "createRoulette" | "getTarget"
>;

/** Roulettes, and what other services need to know about them. */
export function rouletteRpcs(db: Database, quota: Quota): RouletteRpcs {
  return {
    async getRoulette({ rouletteId }, call) {
      const roulette = await findRoulette(db.scope(call), rouletteId);
      if (!roulette) throw notFound("roulette", rouletteId, { listWith: "roulettes_list_roulettes" });
      const { _id: id, totalSpins, createdAt } = roulette;
      return { id, ...toAnswer(roulette), totalSpins, createdAt: createdAt.toISOString() };
    },

    async listRoulettes({ cursor }, call) {
      return toListReply(await listRoulettes(db.scope(call), { limit: listLimit, cursor }), toSummary);
    },

    async proposeRoulette(request, call) {
      const scope = db.scope(call);
      const facts = await findFacts(db, scope, request);
      const planned = planRoulette(request, facts);
      await quota.check(scope);
      return { preview: toAnswer(planned), ...reviewRoulette(planned, request, facts.items) };
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

/** A roulette as previews and roulettes_get_roulette show it. */
function toAnswer(roulette: PlannedRoulette) {
  const chances = toChances(roulette.gifts);
  return {
    name: roulette.name,
    gifts: roulette.gifts.map((gift, index) => toGift(gift, chances[index] ?? 0)),
    typeOfRoulette: roulette.typeOfRoulette,
    timeToWin: roulette.timeToWin,
    timeToLose: roulette.timeToLose,
    textToWin: roulette.textToWin,
    textToLose: roulette.textToLose,
    termsAndConditions: roulette.termsAndConditions,
    timeUnit: roulette.timeUnit,
    timeToExpire: roulette.timeToExpire,
    maxWins: roulette.maxWins,
    isActive: roulette.isActive,
    country: roulette.country,
  };
}

function toGift(gift: Gift, chancePercent: number) {
  const { _id: id, name } = gift.typeOfGift;
  return {
    value: gift.value,
    message: gift.message,
    probability: gift.probability,
    chancePercent,
    typeOfGift: { id, name },
    emoji: gift.emoji,
    quantity: gift.quantity,
    itemId: gift.itemId,
    guaranteedForFirstTimers: gift.guaranteedForFirstTimers,
    winInterval: gift.winInterval,
    fallback: gift.fallback,
  };
}

function toSummary({ _id: id, name, isActive, typeOfRoulette, totalSpins, createdAt }: ListedRoulette) {
  return { id, name, isActive, typeOfRoulette, totalSpins, createdAt: createdAt.toISOString() };
}
