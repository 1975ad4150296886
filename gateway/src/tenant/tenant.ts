import type { FastifyRequest } from "fastify";
import type { Caller } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";

/** Numbers of a business or a key that replace the standard ones; absent means the standard one. */
export interface RateOverrides {
  requestsPerMinute?: number | undefined;
  writesPerMinute?: number | undefined;
  listsPerMinute?: number | undefined;
}

/** Who sends a request: the caller that services will believe in, and what only the gateway needs to know. */
export interface Tenant extends Caller {
  credential: "key" | "token";
  /** Writes need the proposal_token of their preview, because the business or the key says so. */
  requireProposal: boolean;
  /** Of the business; all its keys share these. */
  businessRates: RateOverrides;
  /** Of this key alone. */
  keyRates: RateOverrides;
}

/**
 * Finds the tenant behind the credential of a request. Asked twice for one request it answers from memory.
 * @throws Refusal tenant_auth_required, unauthorized, forbidden (address not allowed), rate_limited (failed credentials)
 */
export type Authenticate = (request: FastifyRequest) => Promise<Tenant>;

export type Access = "read" | "write";

/** The scope of a key that may do everything, also in verticals that do not exist yet. */
export const wildcardScope = "*";

/** Whether a key may read or write in an area such as `supply`. */
export function hasScope(caller: Pick<Caller, "scopes">, area: string, access: Access): boolean {
  return caller.scopes.includes(wildcardScope) || caller.scopes.includes(`${area}:${access}`);
}

/**
 * @param what the tool, resource or path, as the caller knows it
 * @throws Refusal forbidden
 */
export function requireScope(caller: Pick<Caller, "scopes">, area: string, access: Access, what: string): void {
  if (hasScope(caller, area, access)) return;
  throw new Refusal("forbidden", `This credential has no access to ${what}: it needs the scope ${area}:${access}.`);
}
