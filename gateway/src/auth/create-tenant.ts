import { Refusal } from "@tenant-ops/kit/errors";
import type { Business } from "@tenant-ops/proto/accounts";
import type { FastifyRequest } from "fastify";
import { isAddressAllowed } from "../request/client-address.js";
import type { Tenant } from "../tenant/tenant.js";
import { intersectScopes } from "../tenant/scopes.js";
import type { ActiveKey } from "./key-directory.js";
import type { ActiveConnection, ActiveMember } from "./people-directories.js";

type TenantBusiness = Pick<
  Tenant,
  "businessId" | "sandboxOf" | "country" | "currency" | "timeZone" | "businessRates" | "approvalPolicy"
>;

/** The business of a tenant, or its sandbox, which has the settings of the business. */
function describeTenantBusiness(
  { id, country, currency, timeZone, rates, approvalPolicy }: Business,
  sandboxId?: string,
): TenantBusiness {
  const ids = sandboxId === undefined ? { businessId: id } : { businessId: sandboxId, sandboxOf: id };
  // Test data needs nobody's approval.
  const policy = sandboxId ? 0 : approvalPolicy;
  return { country, currency, timeZone, businessRates: rates, approvalPolicy: policy, ...ids };
}

/** @throws Refusal forbidden when the key may not be used from the address of the request */
export function createTenant(
  { key, business, sandboxId }: ActiveKey,
  scopes: readonly string[],
  credential: Tenant["credential"],
  request: FastifyRequest,
): Tenant {
  if (key.allowedAddresses.length > 0 && !isAddressAllowed(request.ip, key.allowedAddresses)) {
    throw new Refusal("forbidden", "This key may not be used from this address.");
  }
  return {
    keyId: key.id,
    scopes,
    credential,
    requireProposal: key.requireProposal || (business.requireProposal && !key.isFreeOfProposals),
    toolsets: key.toolsets,
    keyRates: key.rates,
    ...(credential === "token" && { askableScopes: key.scopes }),
    // Last, because a copy that then gets properties costs several microseconds, and every request makes a tenant.
    ...describeTenantBusiness(business, sandboxId),
  };
}

/** The tenant for an agent of a person. The id of the connection is used as key id, so previews and records belong to the connection. */
export function createConnectionTenant(
  { connectionId, scopes, askableScopes, requireProposal, business, sandboxId }: ActiveConnection,
  tokenScopes: readonly string[],
): Tenant {
  return {
    keyId: connectionId,
    scopes: intersectScopes(scopes, tokenScopes),
    askableScopes,
    credential: "token",
    requireProposal: requireProposal || business.requireProposal,
    toolsets: [],
    keyRates: {},
    ...describeTenantBusiness(business, sandboxId),
  };
}

/** The caller in the call context when a person uses the REST API. */
export function createPersonTenant({ personId, scopes, readProof, business, sandboxId }: ActiveMember): Tenant {
  return {
    ...describeTenantBusiness(business, sandboxId),
    keyId: personId,
    scopes,
    credential: "session",
    readProof,
    // Previews and approvals are for agents, which show them to a person. Here the person calls.
    requireProposal: false,
    approvalPolicy: 0,
    toolsets: [],
    keyRates: {},
  };
}
