import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { conflict, notFound } from "@tenant-ops/kit/errors";
import { requireCall, setReplayedHeader, pageQuery, parseInput, toRestList } from "@tenant-ops/kit/http";
import { PrizeClaimedSchema } from "@tenant-ops/proto/roulettes";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { expireOverduePrizes, expirePrize, expirePrizeInTransaction } from "./prizes.expiry.js";
import { decideClaim, isOverdue } from "./prizes.rules.js";
import { findPrize, listPrizes, markClaimed } from "./prizes.store.js";
import { type Prize, prizeStatuses } from "./prizes.types.js";

const root = "/v1/public/prizes";
const byId = z.object({ id: z.string() });
const listQuery = z.strictObject({
  user_id: z.string().trim().min(1).max(200).optional(),
  roulette_id: z.string().min(1).max(100).optional(),
  status: z.enum(prizeStatuses).optional(),
  ...pageQuery,
});

/** REST routes to list, read and claim prizes. */
export function prizeHttp(app: FastifyInstance, db: Database): void {
  app.get(root, async (request) => {
    const scope = db.scope(requireCall(request));
    const { user_id: userId, roulette_id: rouletteId, status, limit, cursor } = parseInput(listQuery, request.query);
    await expireOverduePrizes(db, scope, { userId, rouletteId });
    return toRestList(await listPrizes(scope, { userId, rouletteId, status }, { limit, cursor }), toAnswer);
  });

  app.get(`${root}/:id`, async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const found = await findPrize(scope, id);
    const prize =
      found && isOverdue(found, scope.now) ? await expirePrizeInTransaction(db, scope.businessId, id) : found;
    if (!prize) throw prizeNotFound(id);
    return toAnswer(prize);
  });

  app.post(`${root}/:id/claim`, async (request, reply) => {
    const call = requireCall(request);
    const { id } = parseInput(byId, request.params);
    const answer = await db.transaction(call, async (scope) => toAnswer(await claim(scope, id)));
    // Refused after the commit: a refusal inside the transaction would roll back the expiry.
    if (answer.status === "expired") throw conflict("prize_expired", `The prize expired at ${answer.expires_at}.`);
    setReplayedHeader(reply, call);
    return answer;
  });
}

/** Claims a prize, or expires it when its time is over. A repeated claim returns the prize unchanged. */
async function claim(scope: WriteScope, id: string): Promise<Prize> {
  const prize = await findPrize(scope, id);
  if (!prize) throw prizeNotFound(id);
  const next = decideClaim(prize, scope.now);
  if (next === "nothing") return prize;
  const changed = next === "claim" ? await markClaimed(scope, id) : await expirePrize(scope, id);
  if (!changed) throw new Error("a prize changed while it was claimed");
  if (next === "claim") {
    const { rouletteId, userId } = changed;
    await scope.publish(PrizeClaimedSchema, { prizeId: id, rouletteId, userId, claimedAt: scope.now.toISOString() });
  }
  return changed;
}

const prizeNotFound = (id: string) => notFound("prize", id, { listWith: `GET ${root}` });

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
