import type { Database } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { getFlowVisits } from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import { readVisits } from "./visits.reads.js";

/** The REST route of what visitors of one flow did. */
export function visitHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getFlowVisits, ({ call, params: { slug }, query }) => readVisits(db, call, { slug, ...query }));
}
