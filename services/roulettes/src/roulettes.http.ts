import type { Database } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { requireCall, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { setActive } from "./roulettes.store.js";

const byId = z.object({ id: z.string() });
const activating = z.strictObject({ isActive: z.boolean() });

/** Switching a roulette on and off. No tool does this: it is the business's own, explicit decision. */
export function rouletteHttp(app: FastifyInstance, db: Database): void {
  app.patch("/v1/public/roulettes/:id", async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const { isActive } = parseInput(activating, request.body);
    const roulette = await setActive(scope, id, isActive);
    if (!roulette) throw notFound("roulette", id, { listWith: "roulettes_list_roulettes" });
    return { _id: roulette._id, name: roulette.name, isActive: roulette.isActive };
  });
}
