import { type Database, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { getRegistration, listRegistrations as listRegistrationsRoute } from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import { requireFlow } from "./flows.rules.js";
import { findFlow } from "./flows.store.js";
import type { Flow } from "./flows.types.js";
import { findRegistration, listRegistrations } from "./registrations.store.js";
import type { Registration } from "./registrations.types.js";

/** REST routes for what visitors entered. No tool shows it: an agent needs no personal data of visitors. */
export function registrationHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, listRegistrationsRoute, async ({ call, params: { slug }, query: { dateFrom, dateTo, ...page } }) => {
    const scope = db.scope(call);
    const range = parseDateRange(dateFrom, dateTo, call.timeZone, ["dateFrom", "dateTo"]);
    const flow = await readFlow(scope, slug);
    return toRestList(await listRegistrations(scope, flow._id, range, page), toAnswer);
  });

  bindRoute(app, getRegistration, async ({ call, params: { slug, id } }) => {
    const scope = db.scope(call);
    const flow = await readFlow(scope, slug);
    const found = await findRegistration(scope, flow._id, id);
    if (!found) throw notFound("registration", id, { listWith: `GET /v1/public/flows/${slug}/registrations` });
    return toAnswer(found);
  });
}

async function readFlow(scope: Scope, slug: string): Promise<Flow> {
  return requireFlow(await findFlow(scope, slug), slug);
}

function toAnswer({ _id, flowId, slug, answers, utm, redirect, acceptedDocuments = [], createdAt }: Registration) {
  return { _id, flowId, slug, answers, utm, redirect, acceptedDocuments, createdAt: createdAt.toISOString() };
}
