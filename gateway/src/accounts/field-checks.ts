import { isCountry } from "@tenant-ops/kit/data";
import { parseInput } from "@tenant-ops/kit/http";
import { z } from "zod";
import { isAddressOrNetwork } from "../request/client-address.js";
import { wildcardScope } from "../tenant/scopes.js";
import { toolsetWords } from "../tenant/toolsets.js";
import { isCurrency, isTimeZone } from "./countries.js";

// Checks of operators' fields that the contract cannot express. Types, lengths and unknown names are checked before.

const businessRules = z
  .object({
    country: z.string().refine(isCountry, "must be an ISO 3166-1 alpha-2 code such as MX"),
    currency: z.string().refine(isCurrency, "must be an ISO 4217 code such as MXN"),
    timeZone: z.string().refine(isTimeZone, "must be an IANA time zone such as America/Mexico_City"),
  })
  .partial();

/** @throws Refusal invalid_argument that names every wrong field */
export function checkBusinessFields(given: object): void {
  parseInput(businessRules, given);
}

/**
 * Returns a check of the fields of a new key.
 * @param allScopes the scopes that a key can have beside `*`
 */
export function createKeyCheck(allScopes: readonly string[]): (given: object) => void {
  const known = new Set([wildcardScope, ...allScopes]);
  const scope = z.string().refine((given) => known.has(given), `must be one of ${[...known].join(", ")}`);
  const toolset = z.string().refine((word) => toolsetWords.includes(word), `must be one of ${toolsetWords.join(", ")}`);
  const address = z.string().refine(isAddressOrNetwork, "must be an IP address or a network such as 10.0.0.0/8");
  const rules = z.object({ scopes: z.array(scope), toolsets: z.array(toolset), allowedAddresses: z.array(address) });
  return (given) => void parseInput(rules, given);
}
