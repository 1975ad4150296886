import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, type RouteReply, toRestList } from "@tenant-ops/kit/http";
import { toRegistrationCopy } from "@tenant-ops/kit/pages";
import { claimPrize as claimPrizeRoute, getPrize, listPrizes } from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { normalizeClaimCode } from "./claim-codes.rules.js";
import { claimPrize } from "./prizes.changes.js";
import { listCurrentPrizes, readCurrentPrize } from "./prizes.reads.js";
import { prizeExpired, requireNoOtherFilter } from "./prizes.rules.js";
import { listExpiringPrizes } from "./prizes.store.js";
import type { Prize } from "./prizes.types.js";

/** REST routes to list, read and claim prizes. */
export function prizeHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, listPrizes, async ({ call, query }) => {
    const { expiresBefore, userId, rouletteId, code: typed, search, status, dateFrom, dateTo, ...page } = query;
    if (expiresBefore !== undefined) {
      requireNoOtherFilter({ userId, rouletteId, code: typed, search, status, dateFrom, dateTo });
      return toRestList(await listExpiringPrizes(db.scope(call), new Date(expiresBefore), page), toReply);
    }
    const wonAt = parseDateRange(dateFrom, dateTo, call.timeZone);
    const code = typed === undefined ? undefined : normalizeClaimCode(typed);
    const filter = { userId, rouletteId, code, search, status, wonAt };
    return toRestList(await listCurrentPrizes(db.scope(call), filter, page), toReply);
  });

  bindRoute(app, getPrize, async ({ call, params: { id } }) => toReply(await readCurrentPrize(db.scope(call), id)));

  bindRoute(app, claimPrizeRoute, async ({ call, params: { id } }) => {
    const claimed = await db.transaction(call, async (scope) => {
      const { prize, isClaimedNow: claimedNow } = await claimPrize(scope, id);
      return { ...toReply(prize), claimedNow };
    });
    // Refused after the commit: a refusal inside the transaction would roll back the expiry.
    if (claimed.status === "expired") throw prizeExpired(claimed.expiresAt);
    return claimed;
  });
}

function toReply(prize: Prize): RouteReply<typeof getPrize> {
  return {
    _id: prize._id,
    spinId: prize.spinId,
    rouletteId: prize.rouletteId,
    userId: prize.userId,
    gift: prize.gift,
    ...(prize.itemId !== undefined && { itemId: prize.itemId }),
    ...(prize.code !== undefined && { code: prize.code }),
    ...(prize.registration && { registration: toRegistrationCopy(prize.registration) }),
    status: prize.status,
    wonAt: prize.createdAt.toISOString(),
    expiresAt: prize.expiresAt?.toISOString() ?? null,
    claimedAt: prize.claimedAt?.toISOString() ?? null,
    expiredAt: prize.expiredAt?.toISOString() ?? null,
  };
}
