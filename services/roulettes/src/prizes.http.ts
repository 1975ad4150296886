import type { Database } from "@tenant-ops/kit/data";
import { requireCall, setReplayedHeader, listQuery, parseInput, toRestList } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { claimPrize } from "./prizes.changes.js";
import { expirePrizeInTransaction, listCurrentPrizes } from "./prizes.expiry.js";
import { isOverdue, prizeExpired, requirePrize } from "./prizes.rules.js";
import { findPrize } from "./prizes.store.js";
import { type Prize, prizeStatuses } from "./prizes.types.js";

const root = "/v1/public/prizes";
const byId = z.object({ id: z.string() });
const pageInput = z.strictObject({
  user_id: z.string().trim().min(1).max(200).optional(),
  roulette_id: z.string().min(1).max(100).optional(),
  status: z.enum(prizeStatuses).optional(),
  ...listQuery,
});

/** REST routes to list, read and claim prizes. */
export function prizeHttp(app: FastifyInstance, db: Database): void {
  app.get(root, async (request) => {
    const scope = db.scope(requireCall(request));
    const { user_id: userId, roulette_id: rouletteId, status, limit, cursor } = parseInput(pageInput, request.query);
    const page = await listCurrentPrizes(db, scope, { userId, rouletteId, status }, { limit, cursor });
    return toRestList(page, toAnswer);
  });

  app.get(`${root}/:id`, async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const found = await findPrize(scope, id);
    const prize =
      found && isOverdue(found, scope.now) ? await expirePrizeInTransaction(db, scope.businessId, id) : found;
    return toAnswer(requirePrize(prize, id));
  });

  app.post(`${root}/:id/claim`, async (request, reply) => {
    const call = requireCall(request);
    const { id } = parseInput(byId, request.params);
    const answer = await db.transaction(call, async (scope) => toAnswer((await claimPrize(scope, id)).prize));
    // Refused after the commit: a refusal inside the transaction would roll back the expiry.
    if (answer.status === "expired") throw prizeExpired(answer.expires_at);
    setReplayedHeader(reply, call);
    return answer;
  });
}

function toAnswer(prize: Prize) {
  return {
    prize_id: prize._id,
    spin_id: prize.spinId,
    roulette_id: prize.rouletteId,
    user_id: prize.userId,
    gift: prize.gift,
    ...(prize.itemId !== undefined && { item_id: prize.itemId }),
    status: prize.status,
    won_at: prize.createdAt.toISOString(),
    expires_at: prize.expiresAt?.toISOString() ?? null,
    claimed_at: prize.claimedAt?.toISOString() ?? null,
    expired_at: prize.expiredAt?.toISOString() ?? null,
  };
}
