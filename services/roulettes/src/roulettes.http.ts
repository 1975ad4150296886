import { callOf, type Database, notFound, read } from "@tenant-ops/kit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { setActive } from "./roulettes.store.js";

const byId = z.object({ id: z.string() });
const activating = z.strictObject({ isActive: z.boolean() });

/** Switching a roulette on and off. No tool does this: it is the business's own, explicit decision. */
export function rouletteHttp(app: FastifyInstance, db: Database): void {
  app.patch("/v1/public/roulettes/:id", async (request) => {
    const scope = db.scope(callOf(request));
    const { id } = read(byId, request.params);
    const { isActive } = read(activating, request.body);
    const roulette = await setActive(scope, id, isActive);
    if (!roulette) throw notFound("roulette", id, { listWith: "roulettes_list_roulettes" });
    return { _id: roulette._id, name: roulette.name, isActive: roulette.isActive };
  });
}
