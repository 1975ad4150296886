import { requireRoleScope } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import {
  bindRouteWith,
  type ParsedRequest,
  requireProof,
  type Route,
  type RouteAnswer,
  setReplayedHeader,
} from "@tenant-ops/kit/http";
import { verticals } from "@tenant-ops/proto";
import { getRetention, previewRetention, setRetention } from "@tenant-ops/rest/gateway";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isConnectionId } from "../auth/connection-tokens.js";
import { requireRequestKey } from "../privacy/request-keys.js";
import { runAlone } from "../privacy/run-alone.js";
import { createProposalRequired, requireOwnBusiness, type RestAccessOptions } from "../rest/access.js";
import { requireScope } from "../tenant/scopes.js";
import type { Tenant } from "../tenant/tenant.js";
import { changeRetention, type RetentionOptions } from "./change-retention.js";
import { requireAllowed } from "./retention.rules.js";
import { previewEverywhere } from "./retention-services.js";
import { findRetention } from "./retentions.store.js";
import type { Retention } from "./retentions.types.js";

export interface RetentionRouteOptions extends RestAccessOptions, RetentionOptions {
  pepper: Buffer;
  /** For tests: an answer that the route does not declare is an error. */
  checkReplies: boolean;
}

/** `/v1/public/retention`: how long a business keeps its history. */
export function registerRetentionRoutes(app: FastifyInstance, options: RetentionRouteOptions): void {
  const { db, allowed } = options;
  const toAnswer = (stored: Retention | null) => ({
    version: stored?.version ?? 0,
    rules: stored?.rules ?? {},
    daysMin: allowed.daysMin,
    modes: [...allowed.modes],
    isApplied: stored?.untoldSince === undefined,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    updatedBy: stored?.updatedBy ?? null,
  });
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "tenant" };
    });

    bind(scope, options, getRetention, async ({ tenant }) => toAnswer(await findRetention(db, tenant.businessId)));

    bind(scope, options, previewRetention, async ({ body: { rules }, tenant, request }) => {
      const { businessId } = tenant;
      requireAllowed(withoutAbsent(rules), allowed);
      const count = () =>
        previewEverywhere(options.clients, { businessId, requestId: request.id }, withoutAbsent(rules));
      return { kinds: await runAlone(db, businessId, count) };
    });

    bind(scope, options, setRetention, async ({ body, tenant, request, reply }) => {
      if (tenant.provenAt) requireProof({ provenAt: tenant.provenAt });
      const sent = requireRequestKey(request, options.pepper);
      const { stored, isRepeat } = await changeRetention(options, {
        ...{ version: body.version, rules: withoutAbsent(body.rules) },
        ...{ tenant, sent, requestId: request.id },
      });
      setReplayedHeader(reply, { replayed: isRepeat });
      return toAnswer(stored);
    });
  });
}

function withoutAbsent<Rule>(rules: Readonly<Record<string, Rule | undefined>>): Record<string, Rule> {
  return Object.fromEntries(Object.entries(rules).flatMap(([kind, rule]) => (rule ? [[kind, rule]] : [])));
}

/** Registers the handler of one of these routes; who calls is checked before anything is parsed. */
function bind<R extends Route>(
  app: FastifyInstance,
  options: RetentionRouteOptions,
  route: R,
  handle: (input: ParsedRequest<R> & { request: FastifyRequest; tenant: Tenant }) => Promise<RouteAnswer<R>>,
): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", (request, reply) => authorize(request, reply, route, options));
    bindRouteWith(scope, route, {
      begin: (request) => ({ request }),
      // It was checked above, and the second look-up returns the same.
      handle: async (input) => handle({ ...input, tenant: await options.authenticate(input.request) }),
      checksReplies: () => options.checkReplies,
    });
  });
}

/**
 * What concerns the history of all areas is for keys with access to all of them, and for people who administer the business.
 * @throws Refusal forbidden, proposal_required
 */
async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, path }: Route,
  { authenticate, limits }: RestAccessOptions,
): Promise<void> {
  const tenant = await authenticate(request);
  if (isConnectionId(tenant.keyId))
    throw new Refusal("forbidden", "Agents that people have connected cannot use this.");
  const isChange = id === "setRetention";
  limits.admit(reply, tenant);
  // A preview writes nothing, and costs as much as a write.
  limits.consume(reply, tenant, request.method === "GET" ? "read" : "write");
  requireOwnBusiness(request, tenant);
  for (const vertical of verticals)
    requireScope(tenant, vertical, isChange ? "write" : "read", `${request.method} ${path}`);
  if (tenant.credential === "session") requireRoleScope(tenant.scopes, "business:write");
  if (isChange && tenant.requireProposal) throw createProposalRequired("gateway");
  void reply.header("cache-control", "no-store");
}
