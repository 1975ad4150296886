import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { requireRoulette } from "../roulettes/roulettes.rules.js";
import { findRoulette } from "../roulettes/roulettes.store.js";
import { toSpinItem } from "./spins.replies.js";
import { listSpins } from "./spins.store.js";

type SpinRpcs = Pick<RpcHandlers<typeof RoulettesService>, "listSpins">;

/** The spins of a roulette. */
export function spinRpcs(db: Database): SpinRpcs {
  return {
    async listSpins({ rouletteId, userId, dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const spunAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
      const filter = { rouletteId, userId: userId.trim() || undefined, spunAt };
      return toListReply(await listSpins(scope, filter, { limit, cursor }), toSpinItem);
    },
  };
}
