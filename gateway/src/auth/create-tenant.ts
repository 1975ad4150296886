import { Refusal } from "@tenant-ops/kit/errors";
import type { Business } from "@tenant-ops/proto/accounts";
import type { FastifyRequest } from "fastify";
import { isAddressAllowed } from "../request/client-address.js";
import type { Tenant } from "../tenant/tenant.js";
import { intersectScopes } from "../tenant/scopes.js";
import type { ActiveConnection } from "./connection-directory.js";
import type { ActiveKey } from "./key-directory.js";

type TenantBusiness = Pick<
  Tenant,
  "businessId" | "sandboxOf" | "country" | "currency" | "timeZone" | "businessRates" | "approvalPolicy"
>;

/** The business of a tenant, or its sandbox, which has the settings of the business. */
export function describeTenantBusiness(
  { id, country, currency, timeZone, rates, approvalPolicy }: Business,
  sandboxId?: string,
): TenantBusiness {
  const ids = sandboxId === undefined ? { businessId: id } : { businessId: sandboxId, sandboxOf: id };
  // Test data needs nobody's approval.
  return { ...ids, country, currency, timeZone, businessRates: rates, approvalPolicy: sandboxId ? 0 : approvalPolicy };
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
    ...describeTenantBusiness(business, sandboxId),
    keyId: key.id,
    scopes,
    ...(credential === "token" && { askableScopes: key.scopes }),
    credential,
    requireProposal: key.requireProposal || (business.requireProposal && !key.isFreeOfProposals),
    toolsets: key.toolsets,
    keyRates: key.rates,
  };
}

/** The tenant for an agent of a person. The id of the connection is used as key id, so previews and records belong to the connection. */
export function createConnectionTenant(
  { connectionId, scopes, askableScopes, requireProposal, business, sandboxId }: ActiveConnection,
  tokenScopes: readonly string[],
): Tenant {
  return {
    ...describeTenantBusiness(business, sandboxId),
    keyId: connectionId,
    scopes: intersectScopes(scopes, tokenScopes),
    askableScopes,
    credential: "token",
    requireProposal: requireProposal || business.requireProposal,
    toolsets: [],
    keyRates: {},
  };
}
