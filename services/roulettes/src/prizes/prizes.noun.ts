import { type Page, type PageRequest, parseDateRange, type Scope, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, type RouteReply, toRestList } from "@tenant-ops/kit/http";
import { toRegistrationCopy } from "@tenant-ops/kit/pages";
import { defineNoun } from "@tenant-ops/kit/process";
import { PrizeClaimedSchema, PrizeExpiredSchema, PrizeWonSchema, RoulettesService } from "@tenant-ops/proto/roulettes";
import * as routes from "@tenant-ops/rest/roulettes";
import { requireRoulette } from "../roulettes/roulettes.rules.js";
import { findRoulette } from "../roulettes/roulettes.store.js";
import { spinHistory } from "../spins/spin-history.js";
import { listPlayerRoles } from "../spins/spins.noun.js";
import { toDrawnGiftReply } from "../spins/spins.replies.js";
import { normalizeClaimCode } from "./claim-codes.rules.js";
import {
  type Prize,
  prizeExpired,
  prizeStatuses,
  requireNoOtherFilter,
  requirePrize,
  toCurrentPrize,
} from "./prizes.rules.js";
import {
  findPrize,
  listExpiringPrizes,
  listPrizes,
  type PrizeFilter,
  prizeIndexes,
  prizeTimerIndexes,
} from "./prizes.store.js";
import { claimPrize } from "./prizes.verbs.js";

/** What users won. */
export const prizes = defineNoun({
  api: RoulettesService,
  collections: {
    prizes: {
      indexes: prizeIndexes,
      // A prize is deleted with its spin.
      retention: { kept: "by_rule", kind: spinHistory.name },
      personal: { roles: listPlayerRoles({ words: [] }) },
    },
    prizeTimers: {
      indexes: prizeTimerIndexes,
      retention: { kept: "until_deleted" },
      isShared: true,
      isInternal: true,
      personal: "Ids of prizes.",
    },
  },
  events: [PrizeWonSchema, PrizeClaimedSchema, PrizeExpiredSchema],
  verbs: { claimPrize },

  rpcs: ({ claimPrize }, { scope }) => ({
    async listPrizes({ rouletteId, userId, status, dateFrom, dateTo, limit, cursor }, call) {
      const filter = {
        rouletteId: rouletteId || undefined,
        userId: userId.trim() || undefined,
        status: prizeStatuses.find((one) => one === status),
        wonAt: parseDateRange(dateFrom, dateTo, call.timeZone),
      };
      return toListReply(await listCurrentPrizes(scope(call), filter, { limit, cursor }), toPrize);
    },
    proposePrizeClaim: (request, call) => claimPrize.preview(call, request, ({ prize }) => toPrize(prize)),
    async approvePrizeClaim(request, call) {
      const { prize, isClaimedNow: claimedNow } = requireClaimed(await claimPrize(call, request));
      const { _id: prizeId, status, claimedAt } = prize;
      return { prizeId, status, claimedNow, claimedAt: toText(claimedAt) };
    },
  }),

  http(app, { claimPrize }, { scope }) {
    bindRoute(app, routes.listPrizes, async ({ call, query }) => {
      const { expiresBefore, userId, rouletteId, code: typed, search, status, dateFrom, dateTo, ...page } = query;
      if (expiresBefore !== undefined) {
        requireNoOtherFilter({ userId, rouletteId, code: typed, search, status, dateFrom, dateTo });
        return toRestList(await listExpiringPrizes(scope(call), new Date(expiresBefore), page), toReply);
      }
      const wonAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      const code = typed === undefined ? undefined : normalizeClaimCode(typed);
      const filter = { userId, rouletteId, code, search, status, wonAt };
      return toRestList(await listCurrentPrizes(scope(call), filter, page), toReply);
    });
    bindRoute(app, routes.getPrize, async ({ call, params: { id } }) => {
      const reading = scope(call);
      return toReply(toCurrentPrize(requirePrize(await findPrize(reading, id), id), reading.now));
    });
    bindRoute(app, routes.claimPrize, async ({ call, params: { id: prizeId } }) => {
      const { prize, isClaimedNow: claimedNow } = requireClaimed(await claimPrize(call, { prizeId }));
      return { ...toReply(prize), claimedNow };
    });
  },
});

/**
 * A page of prizes. Overdue prizes are shown as expired, even before the expiry task has run.
 * @throws Refusal roulette_not_found when the filter names a roulette that the business does not have
 */
async function listCurrentPrizes(scope: Scope, filter: PrizeFilter, page: PageRequest): Promise<Page<Prize>> {
  const { rouletteId } = filter;
  if (rouletteId !== undefined) requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
  const found = await listPrizes(scope, filter, page);
  return { ...found, items: found.items.map((prize) => toCurrentPrize(prize, scope.now)) };
}

/** @throws Refusal prize_expired when the claim has found the prize expired, and stored it */
function requireClaimed<Claim extends { prize: Prize }>(claim: Claim): Claim {
  if (claim.prize.status === "expired") throw prizeExpired(claim.prize.expiresAt?.toISOString());
  return claim;
}

/** An absent date is left out of the answer. */
const toText = (date: Date | null): string | undefined => date?.toISOString();

/** A prize as the tools show it. */
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

/** A prize as REST callers see it. */
function toReply(prize: Prize): RouteReply<typeof routes.getPrize> {
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
