import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import { toRegistrationCopy } from "@tenant-ops/kit/pages";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { claimPrize } from "./prizes.changes.js";
import { listCurrentPrizes } from "./prizes.reads.js";
import { prizeExpired, requireNotExpired, requirePrize, reviewClaim } from "./prizes.rules.js";
import { findPrize } from "./prizes.store.js";
import { type Prize, prizeStatuses } from "./prizes.types.js";
import { toDrawnGiftReply } from "../spins/spins.replies.js";

type PrizeRpcs = Pick<RpcHandlers<typeof RoulettesService>, "listPrizes" | "proposePrizeClaim" | "approvePrizeClaim">;

/** The prizes that users won. */
export function prizeRpcs(db: Database): PrizeRpcs {
  return {
    async listPrizes({ rouletteId, userId, status, dateFrom, dateTo, limit, cursor }, call) {
      const filter = {
        rouletteId: rouletteId || undefined,
        userId: userId.trim() || undefined,
        status: prizeStatuses.find((one) => one === status),
        wonAt: parseDateRange(dateFrom, dateTo, call.timeZone),
      };
      return toListReply(await listCurrentPrizes(db.scope(call), filter, { limit, cursor }), toPrize);
    },

    async proposePrizeClaim({ prizeId }, call) {
      const scope = db.scope(call);
      const prize = requirePrize(await findPrize(scope, prizeId), prizeId);
      requireNotExpired(prize, scope.now);
      return { preview: toPrize(prize), ...reviewClaim(prize) };
    },

    async approvePrizeClaim({ prizeId }, call) {
      const { expiresAt, ...claimed } = await db.transaction(call, async (scope) => {
        const { prize, isClaimedNow: claimedNow } = await claimPrize(scope, prizeId);
        const { status, claimedAt } = prize;
        const expiry = { expiresAt: prize.expiresAt?.toISOString() ?? null };
        return { prizeId, status, claimedNow, ...expiry, ...(claimedAt && { claimedAt: claimedAt.toISOString() }) };
      });
      // Refused after the commit: a refusal inside the transaction would roll back the expiry.
      if (claimed.status === "expired") throw prizeExpired(expiresAt);
      return claimed;
    },
  };
}

/** An absent date is left out of the answer. */
const toText = (date: Date | null): string | undefined => date?.toISOString();

function toPrize(prize: Prize) {
  return {
    id: prize._id,
    spinId: prize.spinId,
    rouletteId: prize.rouletteId,
    userId: prize.userId,
    ...(prize.registration && { registration: toRegistrationCopy(prize.registration) }),
    gift: toDrawnGiftReply(prize.gift),
    itemId: prize.itemId,
    status: prize.status,
    wonAt: prize.createdAt.toISOString(),
    expiresAt: toText(prize.expiresAt),
    claimedAt: toText(prize.claimedAt),
    expiredAt: toText(prize.expiredAt),
  };
}
