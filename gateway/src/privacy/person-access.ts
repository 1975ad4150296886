import { requireRoleScope } from "@tenant-ops/kit/call";
import type { Route } from "@tenant-ops/kit/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { markSecret } from "../request/request-state.js";
import { createProposalRequired, requireOwnBusiness, type RestAccessOptions } from "../rest/access.js";
import { requireScope } from "../tenant/scopes.js";
import { verticals } from "@tenant-ops/proto";

/**
 * Personal data of all areas is for keys with access to all of them, and for people who administer the business.
 * @throws Refusal forbidden, proposal_required
 */
export async function authorizePersonRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, path }: Route,
  { authenticate, limits }: RestAccessOptions,
): Promise<void> {
  const tenant = await authenticate(request);
  const isCreation = id === "createPersonRequest";
  limits.admit(reply, tenant);
  // A preview writes nothing, and costs as much as a write.
  limits.consume(reply, tenant, request.method === "GET" ? "read" : "write");
  requireOwnBusiness(request, tenant);
  for (const vertical of verticals)
    requireScope(tenant, vertical, isCreation ? "write" : "read", `${request.method} ${path}`);
  if (tenant.credential === "session") requireRoleScope(tenant.scopes, "business:write");
  if (isCreation && tenant.requireProposal) throw createProposalRequired("gateway");
  void reply.header("cache-control", "no-store");
  markSecret(request);
}
