import { requireRoleScope } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { requireProof, type Route } from "@tenant-ops/kit/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isConnectionId } from "../auth/connection-tokens.js";
import { markSecret } from "../request/request-state.js";
import { createProposalRequired, requireOwnBusiness, type RestAccessOptions } from "../rest/access.js";
import { requireScope } from "../tenant/scopes.js";
import type { Tenant } from "../tenant/tenant.js";
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
  requireNoConnection(tenant);
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

/**
 * An agent of a person has the areas of the person, but neither their role nor a proof.
 * @throws Refusal forbidden
 */
function requireNoConnection({ keyId }: Pick<Tenant, "keyId">): void {
  if (!isConnectionId(keyId)) return;
  throw new Refusal(
    "forbidden",
    "Requests about persons are for people who are signed in and for keys, not for agents that people have connected. Use the console (Settings, Personal data), or a key with access to all areas.",
  );
}

/**
 * An erasure cannot be undone, so a person in the application has to have proven who they are a moment ago. The body says what is asked
 * for, so this comes after it.
 * @throws Refusal step_up_required
 */
export function requireProofForErasure({ provenAt }: Pick<Tenant, "provenAt">, kind: "export" | "erasure"): void {
  if (kind === "erasure" && provenAt) requireProof({ provenAt });
}
