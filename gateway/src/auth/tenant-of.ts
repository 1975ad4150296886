import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import { isAllowed } from "./addresses.js";
import type { KnownKey } from "./key-directory.js";
import type { Tenant } from "./tenant.js";

/** @throws Refusal forbidden for an address that the key may not be used from */
export function toTenant(
  { key, business }: KnownKey,
  scopes: readonly string[],
  credential: Tenant["credential"],
  request: FastifyRequest,
): Tenant {
  if (key.allowedAddresses.length > 0 && !isAllowed(request.ip, key.allowedAddresses)) {
    throw new Refusal("forbidden", "This key may not be used from this address.");
  }
  return {
    businessId: business._id,
    country: business.country,
    currency: business.currency,
    timeZone: business.timeZone,
    keyId: key._id,
    scopes,
    credential,
    requireProposal: business.requireProposal || key.requireProposal,
    businessRates: business.rates,
    keyRates: key.rates,
  };
}
