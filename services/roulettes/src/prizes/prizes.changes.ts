import type { WriteScope } from "@tenant-ops/kit/data";
import { PrizeClaimedSchema } from "@tenant-ops/proto/roulettes";
import { countPrize } from "../gifts/gift-dimensions.js";
import { expirePrizes } from "./prizes.expiry.js";
import { decideClaim, requirePrize } from "./prizes.rules.js";
import { findPrize, markClaimed } from "./prizes.store.js";
import type { Prize } from "./prizes.types.js";

/**
 * Claims a prize, or expires it when its time is over. A repeated claim returns the prize unchanged. The caller refuses an
 * expired prize after the commit: a refusal inside the transaction would roll back the expiry.
 * @throws Refusal prize_not_found
 */
export async function claimPrize(scope: WriteScope, prizeId: string): Promise<{ prize: Prize; isClaimedNow: boolean }> {
  const prize = requirePrize(await findPrize(scope, prizeId), prizeId);
  const next = decideClaim(prize, scope.now);
  if (next === "nothing") return { prize, isClaimedNow: false };
  const changed = next === "claim" ? await markClaimed(scope, prizeId) : (await expirePrizes(scope, [prizeId]))[0];
  if (!changed) throw new Error("a prize changed while it was claimed");
  if (next === "expire") return { prize: changed, isClaimedNow: false };
  scope.count({ subject: "", at: scope.now, counts: { prizesClaimed: 1 } });
  countPrize(scope, changed, { claimed: 1 });
  const { rouletteId, userId } = changed;
  await scope.publish(PrizeClaimedSchema, { prizeId, rouletteId, userId, claimedAt: scope.now.toISOString() });
  return { prize: changed, isClaimedNow: true };
}
