import { getHttpAccess, requireScope, type SignContext } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Route } from "@tenant-ops/kit/http";
import { tools } from "@tenant-ops/proto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate } from "../auth/authenticate.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import { getHeader } from "../request/headers.js";
import type { Tenant } from "../tenant/tenant.js";

export interface RestAccessOptions {
  authenticate: Authenticate;
  limits: TenantLimits;
  sign: SignContext;
}

/**
 * Authenticates, counts and authorizes a REST request.
 * @returns the signed call context
 * @throws Refusal
 */
export async function authorizeRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, path }: Pick<Route, "service" | "path">,
  { authenticate, limits, sign }: RestAccessOptions,
): Promise<string> {
  const tenant = await authenticate(request);
  const access = getHttpAccess(request.method);
  limits.admit(reply, tenant);
  limits.consume(reply, tenant, access);
  requireOwnBusiness(request, tenant);
  requireScope(tenant, service, access, `${request.method} ${path}`);
  if (access === "write" && tenant.requireProposal) throw createProposalRequired(service);
  return sign(tenant, service);
}

export function isRead(method: string | undefined): boolean {
  return getHttpAccess(method) === "read";
}

/** @throws Refusal forbidden */
export function requireOwnBusiness(request: FastifyRequest, tenant: Tenant): void {
  const businessId = getHeader(request, "x-business-id");
  // A developer who changes only the key still sends the id of the live business. The key alone decides which data is used.
  if (businessId !== undefined && [tenant.businessId, tenant.sandboxOf].includes(businessId)) return;
  throw new Refusal(
    "forbidden",
    businessId
      ? "x-business-id is not the business of this key."
      : "Send the business of the key in the header x-business-id.",
  );
}

/** For every write over REST, which has no previews. */
export function createProposalRequired(service: string): Refusal {
  const pairs = tools.flatMap(({ area, name, preview }) =>
    area === service && preview ? [`${preview} and ${name}`] : [],
  );
  const advice = pairs.length > 0 ? ` Use the tools over MCP: ${pairs.join(", ")}.` : " No tool writes here.";
  return new Refusal(
    "proposal_required",
    `This key writes only what was previewed, and REST has no previews. Nothing was written.${advice} For a back end, the operator creates a key with requireProposal: false.`,
  );
}
