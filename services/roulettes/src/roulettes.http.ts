import type { Database } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { requireCall, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { setActive } from "./roulettes.store.js";

const byId = z.object({ id: z.string() });
const activeBody = z.strictObject({ isActive: z.boolean() });

/** REST route to activate and deactivate a roulette. There is no tool for it: the business decides this explicitly. */
export function rouletteHttp(app: FastifyInstance, db: Database): void {
  app.patch("/v1/public/roulettes/:id", async (request) => {
    const scope = db.scope(requireCall(request));
    const { id } = parseInput(byId, request.params);
    const { isActive } = parseInput(activeBody, request.body);
    const roulette = await setActive(scope, id, isActive);
    if (!roulette) throw notFound("roulette", id, { listWith: "roulettes_list_roulettes" });
    return { _id: roulette._id, name: roulette.name, isActive: roulette.isActive };
  });
}
