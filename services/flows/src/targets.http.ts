import type { Database, Quota } from "@tenant-ops/kit/data";
import { invalid, notFound } from "@tenant-ops/kit/errors";
import { requireCall, setReplayedHeader, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { FlowsConfig } from "./config.js";
import { setNextPageLink } from "./link-header.js";
import { deleteTarget, findTarget, insertTarget, listTargets, updateTarget } from "./targets.store.js";
import type { Target } from "./targets.types.js";
import { parseRedirectUrl } from "./urls.rules.js";

const path = "/v1/public/flows/targets";
const kind = z.enum(["survey", "event"]);
const name = z.string().trim().min(1).max(200);
const url = z.string().max(2048);

const createBody = z.strictObject({ kind, name, url });
const updateBody = z.strictObject({ name: name.optional(), url: url.optional() });
const params = z.object({ id: z.string().min(1).max(200) });
const query = z.strictObject({
  kind: kind.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(1000).default(""),
});

/** REST routes for survey and event targets. Roulettes and courses are targets too, and belong to their own services. */
export function targetHttp(app: FastifyInstance, db: Database, config: FlowsConfig, quota: Quota): void {
  const parseUrl = (given: string) => parseRedirectUrl(given, config.FLOW_ALLOW_HTTP_LOOPBACK);
  const targetNotFound = (id: string) => notFound("target", id, { listWith: `GET ${path}` });

  app.get(path, async (request, reply) => {
    const { kind, ...page } = parseInput(query, request.query);
    const { items, nextCursor } = await listTargets(db.scope(requireCall(request)), kind, page);
    setNextPageLink(reply, path, { kind, limit: String(page.limit) }, nextCursor);
    return items.map(toReply);
  });

  app.get(`${path}/:id`, async (request) => {
    const { id } = parseInput(params, request.params);
    const found = await findTarget(db.scope(requireCall(request)), id);
    if (!found) throw targetNotFound(id);
    return toReply(found);
  });

  app.post(path, async (request, reply) => {
    const call = requireCall(request);
    const { kind, name, url } = parseInput(createBody, request.body);
    const planned = { kind, name, url: parseUrl(url) };
    const created = await db.transaction(call, async (scope) => {
      await quota.claim(scope);
      return toReply(await insertTarget(scope, planned));
    });
    setReplayedHeader(reply, call);
    return reply.status(201).send(created);
  });

  app.patch(`${path}/:id`, async (request) => {
    const { id } = parseInput(params, request.params);
    const { name, url } = parseInput(updateBody, request.body);
    if (name === undefined && url === undefined) throw invalid("body", "give name, url or both.");
    const changes = { ...(name !== undefined && { name }), ...(url !== undefined && { url: parseUrl(url) }) };
    const updated = await updateTarget(db.scope(requireCall(request)), id, changes);
    if (!updated) throw targetNotFound(id);
    return toReply(updated);
  });

  // Flows that redirect to a deleted target stay online; their visitors see a thank-you page instead.
  app.delete(`${path}/:id`, async (request, reply) => {
    const { id } = parseInput(params, request.params);
    if (!(await deleteTarget(db.scope(requireCall(request)), id))) throw targetNotFound(id);
    return reply.status(204).send();
  });
}

function toReply({ _id, kind, name, url, createdAt, updatedAt }: Target) {
  return { _id, kind, name, url, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
