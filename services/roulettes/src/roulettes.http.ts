import { create } from "@bufbuild/protobuf";
import type { Database } from "@tenant-ops/kit/data";
import { requireCall, parseInput, setReplayedHeader } from "@tenant-ops/kit/http";
import { UpdateRouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { planRouletteUpdate } from "./roulette-updates.rules.js";
import { findRoulette, updateRoulette } from "./roulettes.store.js";

const byId = z.object({ id: z.string() });
const activeBody = z.strictObject({ isActive: z.boolean() });

/** REST route to activate and deactivate a roulette: the rule of roulettes_approve_update_roulette for `is_active` alone. */
export function rouletteHttp(app: FastifyInstance, db: Database): void {
  app.patch("/v1/public/roulettes/:id", async (request, reply) => {
    const call = requireCall(request);
    const { id: rouletteId } = parseInput(byId, request.params);
    const update = create(UpdateRouletteRequestSchema, { rouletteId, ...parseInput(activeBody, request.body) });
    const answer = await db.transaction(call, async (scope) => {
      const plan = planRouletteUpdate(update, await findRoulette(scope, rouletteId));
      await updateRoulette(scope, plan);
      return { _id: rouletteId, name: plan.after.name, isActive: plan.after.isActive };
    });
    setReplayedHeader(reply, call);
    return answer;
  });
}
