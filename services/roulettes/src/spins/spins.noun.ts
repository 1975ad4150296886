import { randomBytes } from "node:crypto";
import { type PersonRole, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { registrationRole } from "@tenant-ops/kit/pages";
import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import { RoulettesService, SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import * as routes from "@tenant-ops/rest/roulettes";
import { type PageServices, roulettePageHttp } from "../page/page.noun.js";
import { requireRoulette } from "../roulettes/roulettes.rules.js";
import { findRoulette } from "../roulettes/roulettes.store.js";
import { createReplayableRandom } from "./draw.rules.js";
import { moveToTombstone } from "./players.store.js";
import { spinCheckpointCollection } from "./spin-checkpoints.store.js";
import { spinHistory } from "./spin-history.js";
import { toSpinItem, toSpinReply } from "./spins.replies.js";
import { requireSpin } from "./spins.rules.js";
import { findSpin, listSpins, spinIndexes } from "./spins.store.js";
import { spinRoulette } from "./spins.verbs.js";

const player = { userId: ["userId"] } as const;

/** The player, and the visitor who has registered: an erasure by another name of the visitor keeps the id, under which the spins are counted. */
export const listPlayerRoles = (further: Readonly<Record<string, unknown>>): PersonRole[] => {
  const details = { ...registrationRole.details, ...further };
  return [
    { identifiedBy: player, details },
    { ...registrationRole, details },
  ];
};

/** Spins of REST and of the public page: both use the same verb, so that they share transactions. */
export const spins = defineNoun({
  api: RoulettesService,
  collections: {
    spins: {
      indexes: spinIndexes,
      retention: { kept: "by_rule", kind: spinHistory.name },
      personal: { roles: listPlayerRoles({ visitId: undefined, words: [] }) },
    },
    // Found by id, as the checkpoints.
    players: {
      indexes: [],
      retention: { kept: "always" },
      personal: { roles: [{ identifiedBy: player }], onErase: moveToTombstone },
    },
    [spinCheckpointCollection]: { indexes: [], retention: { kept: "always" }, personal: "Counters." },
  },
  history: [spinHistory],
  events: [SpinCompletedSchema],
  verbs: { spinRoulette },

  rpcs: (_, reads: PageServices & Reads) => ({
    async listSpins({ rouletteId, userId, search, dateFrom, dateTo, limit, cursor }, call) {
      const scope = reads.scope(call);
      const spunAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
      const filter = { rouletteId, userId: userId.trim() || undefined, search, spunAt };
      return toListReply(await listSpins(scope, filter, { limit, cursor }), toSpinItem);
    },
  }),

  http(app, { spinRoulette }, reads) {
    roulettePageHttp(app, reads, spinRoulette);
    bindRoute(app, routes.createSpin, async ({ call, params: { id: rouletteId }, body: { userId } }) =>
      toSpinReply(await spinRoulette(call, { rouletteId, userId, random: createReplayableRandom(randomBytes) })),
    );
    bindRoute(app, routes.listSpins, async ({ call, params: { id: rouletteId }, query }) => {
      const { userId, search, dateFrom, dateTo, ...page } = query;
      const scope = reads.scope(call);
      const spunAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
      return toRestList(await listSpins(scope, { rouletteId, userId, search, spunAt }, page), toSpinReply);
    });
    bindRoute(app, routes.getSpin, async ({ call, params: { id: rouletteId, spinId } }) =>
      toSpinReply(requireSpin(await findSpin(reads.scope(call), rouletteId, spinId), spinId)),
    );
  },
});
