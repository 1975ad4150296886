import { requireRoleScope } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { bindRouteWith, type ParsedRequest, type Route, type RouteReply } from "@tenant-ops/kit/http";
import { areas } from "@tenant-ops/proto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isConnectionId } from "../auth/connection-tokens.js";
import { requireScope } from "../tenant/scopes.js";
import type { Tenant } from "../tenant/tenant.js";
import { createProposalRequired, requireOwnBusiness, type RestAccessOptions } from "./access.js";

export interface AllAreasOptions extends RestAccessOptions {
  /** For tests: an answer that the route does not declare is an error. */
  checkReplies: boolean;
}

export type AllAreasHandler<R extends Route> = (
  input: ParsedRequest<R> & { request: FastifyRequest; tenant: Tenant },
) => Promise<RouteReply<R>>;

interface AllAreasAccess {
  isChange: boolean;
  /** The scope that the role of a person must have. */
  personScope?: string;
  /** An agent of a person has the areas of the person, but neither their role nor a proof: why it is refused. */
  connectionDetail: string;
}

/**
 * Routes that concern all areas need a key with access to all of them, or an administrator of the business, unless another scope is sufficient.
 * @throws Refusal forbidden, proposal_required
 */
export async function authorizeAllAreas(
  request: FastifyRequest,
  reply: FastifyReply,
  { path }: Route,
  { authenticate, limits }: RestAccessOptions,
  { isChange, personScope = "business:write", connectionDetail }: AllAreasAccess,
): Promise<void> {
  const tenant = await authenticate(request);
  if (isConnectionId(tenant.keyId)) throw new Refusal("forbidden", connectionDetail);
  limits.admit(reply, tenant);
  // A preview writes nothing, and costs as much as a write.
  limits.consume(reply, tenant, request.method === "GET" ? "read" : "write");
  requireOwnBusiness(request, tenant);
  for (const area of areas) requireScope(tenant, area, isChange ? "write" : "read", `${request.method} ${path}`);
  if (tenant.credential === "session") requireRoleScope(tenant.scopes, personScope);
  if (isChange && tenant.requireProposal) throw createProposalRequired("gateway");
  void reply.header("cache-control", "no-store");
}

/** Registers the handler of a route that concerns all areas; `authorize` checks the caller before the request is parsed. */
export function bindAllAreas<R extends Route>(
  app: FastifyInstance,
  options: AllAreasOptions,
  route: R,
  {
    authorize,
    handle,
  }: {
    authorize: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
    handle: AllAreasHandler<R>;
  },
): void {
  void app.register(async (scope) => {
    scope.addHook("onRequest", authorize);
    bindRouteWith(scope, route, {
      begin: (request) => ({ request }),
      // The tenant was checked above; this returns the same result.
      handle: async (input) => handle({ ...input, tenant: await options.authenticate(input.request) }),
      checksReplies: () => options.checkReplies,
    });
  });
}
