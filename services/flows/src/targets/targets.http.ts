import type { Database, Quota } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  createTarget,
  deleteTarget as deleteTargetRoute,
  getTarget,
  listTargets as listTargetsRoute,
  updateTarget as updateTargetRoute,
} from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import type { FlowsConfig } from "../config.js";
import { deleteTarget, findTarget, insertTarget, listTargets, type Target, updateTarget } from "./targets.store.js";
import { parseRedirectUrl } from "../redirects/urls.rules.js";

/** REST routes for survey and event targets. Roulettes and courses are targets too, and belong to their own services. */
export function targetHttp(app: FastifyInstance, db: Database, config: FlowsConfig, quota: Quota): void {
  const parseUrl = (given: string) => parseRedirectUrl(given, config.FLOW_ALLOW_HTTP_LOOPBACK);

  bindRoute(app, listTargetsRoute, async ({ call, query: { kind, search, ...page } }) =>
    toRestList(await listTargets(db.scope(call), { kind, search }, page), toReply),
  );

  bindRoute(app, getTarget, async ({ call, params: { id } }) =>
    toReply(requireFound(await findTarget(db.scope(call), id), id)),
  );

  bindRoute(app, createTarget, ({ call, body: { kind, name, url } }) =>
    db.transaction(call, async (scope) => {
      const planned = { kind, name, url: parseUrl(url) };
      await quota.claim(scope);
      return toReply(await insertTarget(scope, planned));
    }),
  );

  bindRoute(app, updateTargetRoute, ({ call, params: { id }, body: { name, url } }) =>
    db.transaction(call, async (scope) => {
      const changes = { ...(name !== undefined && { name }), ...(url !== undefined && { url: parseUrl(url) }) };
      return toReply(requireFound(await updateTarget(scope, id, changes), id));
    }),
  );

  // Flows that redirect to a deleted target stay online; their visitors see a thank-you page instead.
  bindRoute(app, deleteTargetRoute, async ({ call, params: { id } }) => {
    await db.transaction(call, async (scope) => {
      if (!(await deleteTarget(scope, id))) throw targetNotFound(id);
      return null;
    });
    return undefined;
  });
}

function requireFound(target: Target | null, id: string): Target {
  if (!target) throw targetNotFound(id);
  return target;
}

function targetNotFound(id: string) {
  return notFound("target", id, { listWith: `GET ${listTargetsRoute.path}` });
}

function toReply({ _id, kind, name, url, createdAt, updatedAt }: Target) {
  return { _id, kind, name, url, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
