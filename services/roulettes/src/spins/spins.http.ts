import { randomBytes } from "node:crypto";
import type { Call } from "@tenant-ops/kit/call";
import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { createSpin, getSpin, listSpins as listSpinsRoute } from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { requireRoulette } from "../roulettes/roulettes.rules.js";
import { findRoulette } from "../roulettes/roulettes.store.js";
import { createReplayableRandom } from "./draw.rules.js";
import { spinBatch } from "./spins.batch.js";
import { type SpinReply, toSpinReply, toSpinItem } from "./spins.replies.js";
import { requireSpin } from "./spins.rules.js";
import { findSpin, listSpins } from "./spins.store.js";
import type { SpinRequest } from "./spins.types.js";

/** Spins a roulette. REST and the page share it, so that their spins share transactions. */
export type SpinRoulette = (call: Call, request: SpinRequest) => Promise<SpinReply>;

export const createSpinner = (db: Database): SpinRoulette => db.batchPerBusiness(spinBatch(db));

/** REST routes to spin a roulette and to read its spins. */
export function spinHttp(app: FastifyInstance, db: Database, spin: SpinRoulette): void {
  bindRoute(app, createSpin, ({ call, params: { id: rouletteId }, body: { userId } }) =>
    spin(call, { rouletteId, userId, random: createReplayableRandom(randomBytes) }),
  );

  bindRoute(app, listSpinsRoute, async ({ call, params: { id: rouletteId }, query }) => {
    const { userId, search, dateFrom, dateTo, ...page } = query;
    const scope = db.scope(call);
    const spunAt = parseDateRange(dateFrom, dateTo, call.timeZone);
    requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
    return toRestList(await listSpins(scope, { rouletteId, userId, search, spunAt }, page), toSpinReply);
  });

  bindRoute(app, getSpin, async ({ call, params: { id: rouletteId, spinId } }) =>
    toSpinReply(requireSpin(await findSpin(db.scope(call), rouletteId, spinId), spinId)),
  );
}

type SpinRpcs = Pick<RpcHandlers<typeof RoulettesService>, "listSpins">;

/** The spins of a roulette. */
export function spinRpcs(db: Database): SpinRpcs {
  return {
    async listSpins({ rouletteId, userId, search, dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const spunAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
      const filter = { rouletteId, userId: userId.trim() || undefined, search, spunAt };
      return toListReply(await listSpins(scope, filter, { limit, cursor }), toSpinItem);
    },
  };
}
