import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import {
  requireCall,
  setReplayedHeader,
  listQuery,
  parseInput,
  requireIdempotentCall,
  toRestList,
} from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { createReplayableRandom } from "./draw.rules.js";
import { requireRoulette } from "./roulettes.rules.js";
import { findRoulette } from "./roulettes.store.js";
import { spinBatch } from "./spins.batch.js";
import { listSpins } from "./spins.store.js";
import type { Spin } from "./spins.types.js";

const path = "/v1/public/roulettes/:id/spins";
const byId = z.object({ id: z.string() });
const userId = z.string().trim().min(1).max(200);
const spinBody = z.strictObject({ user_id: userId });
const pageInput = z.strictObject({ user_id: userId.optional(), ...listQuery });

/** REST routes to spin a roulette and to list its spins. */
export function spinHttp(app: FastifyInstance, db: Database): void {
  const spin = db.batchPerBusiness(spinBatch(db));

  app.post(path, async (request, reply) => {
    const call = requireIdempotentCall(request);
    const { id } = parseInput(byId, request.params);
    const { user_id } = parseInput(spinBody, request.body);
    const answer = await spin(call, { rouletteId: id, userId: user_id, random: createReplayableRandom(randomBytes) });
    setReplayedHeader(reply, call);
    return reply.status(201).send(answer);
  });

  app.get(path, async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const { user_id, limit, cursor } = parseInput(pageInput, request.query);
    requireRoulette(await findRoulette(scope, id), id);
    return toRestList(await listSpins(scope, { rouletteId: id, userId: user_id }, { limit, cursor }), toRow);
  });
}

function toRow({ _id, rouletteId, userId: user_id, number, result, gift, drawnIndex, prizeId, createdAt }: Spin) {
  return {
    spin_id: _id,
    roulette_id: rouletteId,
    user_id,
    number,
    result,
    gift,
    drawn_index: drawnIndex,
    ...(prizeId !== undefined && { prize_id: prizeId }),
    created_at: createdAt.toISOString(),
  };
}
