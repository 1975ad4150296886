import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import { isAddressAllowed } from "../request/client-address.js";
import type { Tenant } from "../tenant/tenant.js";
import { intersectScopes } from "../tenant/scopes.js";
import type { ActiveConnection } from "./connection-directory.js";
import type { ActiveKey } from "./key-directory.js";

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
    businessId: sandboxId ?? business._id,
    ...(sandboxId !== undefined && { sandboxOf: business._id }),
    country: business.country,
    currency: business.currency,
    timeZone: business.timeZone,
    keyId: key._id,
    scopes,
    credential,
    requireProposal: key.requireProposal || (business.requireProposal && key.isFreeOfProposals !== true),
    // Keys that were created before the field existed do not have it.
    toolsets: key.toolsets ?? [],
    businessRates: business.rates,
    keyRates: key.rates,
  };
}

/** The agent of a person. Its id takes the place of the key's, so previews and records are its own. */
export function createConnectionTenant(
  { connectionId, scopes, requireProposal, business }: ActiveConnection,
  tokenScopes: readonly string[],
): Tenant {
  const { _id: businessId, country, currency, timeZone, rates } = business;
  return {
    ...{ businessId, country, currency, timeZone },
    keyId: connectionId,
    scopes: intersectScopes(scopes, tokenScopes),
    credential: "token",
    requireProposal: requireProposal || business.requireProposal,
    toolsets: [],
    businessRates: rates,
    keyRates: {},
  };
}
