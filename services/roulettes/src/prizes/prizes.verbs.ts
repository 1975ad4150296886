import { defineVerb } from "@tenant-ops/kit/verbs";
import { PrizeClaimedSchema } from "@tenant-ops/proto/roulettes";
import { countPrize } from "../gifts/gift-dimensions.js";
import { expirePrizes } from "./prizes.expiry.js";
import { decideClaim, type Prize, requireNotExpired, requirePrize, reviewClaim } from "./prizes.rules.js";
import { findPrize, markClaimed } from "./prizes.store.js";

/**
 * Claims a prize, or expires it when its time is over. A repeated claim returns the prize unchanged. The caller refuses an
 * expired prize after the commit: a refusal inside the transaction would roll back the expiry.
 */
export const claimPrize = defineVerb(() => ({
  load: async (scope, { prizeId }: { prizeId: string }) => ({
    prize: requirePrize(await findPrize(scope, prizeId), prizeId),
    now: scope.now,
  }),
  plan: (_, { prize, now }) => ({ prize, next: decideClaim(prize, now) }),
  review({ prize }, _, { now }) {
    requireNotExpired(prize, now);
    return reviewClaim(prize);
  },
  async write(scope, { prize, next }): Promise<{ prize: Prize; isClaimedNow: boolean }> {
    const { _id: prizeId, rouletteId, userId } = prize;
    if (next === "nothing") return { prize, isClaimedNow: false };
    const changed = next === "claim" ? await markClaimed(scope, prizeId) : (await expirePrizes(scope, [prizeId]))[0];
    if (!changed) throw new Error("a prize changed while it was claimed");
    if (next === "expire") return { prize: changed, isClaimedNow: false };
    scope.count({ subject: "", at: scope.now, counts: { prizesClaimed: 1 } });
    countPrize(scope, changed, { claimed: 1 });
    await scope.publish(PrizeClaimedSchema, { prizeId, rouletteId, userId, claimedAt: scope.now.toISOString() });
    return { prize: changed, isClaimedNow: true };
  },
}));
