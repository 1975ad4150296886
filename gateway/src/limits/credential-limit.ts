import type { FastifyInstance } from "fastify";
import { normalizeAddress } from "../request/client-address.js";
import { createAddressQuota } from "./address-quota.js";
import type { Counters } from "./rate-counters.js";
import { type PolicyQuota, setRateLimitHeaders } from "./quota.js";
import { onEachReply } from "../request/each-request.js";

/** Limits wrong credentials per address. A right credential is accepted from any address, because several callers may share an address. */
export interface CredentialLimit {
  /** Call it before an unknown key is looked up in the database. @throws Refusal rate_limited */
  requireRemaining(address: string): void;
  /** Counts a wrong credential. @throws Refusal rate_limited when the address has sent too many; it replaces the 401 */
  recordFailure(address: string): void;
  getQuota(address: string): PolicyQuota;
}

export function createCredentialLimit(counters: Counters, limit: number): CredentialLimit {
  const quota = createAddressQuota("failed-credentials", counters, limit);

  const requireRemaining = (address: string) =>
    quota.requireRemaining(address, "Too many wrong credentials from this address. Check the key.");

  return {
    requireRemaining,
    getQuota: (address) => quota.get(address),
    recordFailure(address) {
      requireRemaining(address);
      quota.increment(address);
    },
  };
}

/** A reply without other rate-limit headers says how many wrong credentials its address may still send. */
export function registerCredentialLimitHeaders(app: FastifyInstance, limit: CredentialLimit): void {
  onEachReply(app, (request, reply) => {
    if (!reply.hasHeader("ratelimit")) setRateLimitHeaders(reply, [limit.getQuota(normalizeAddress(request.ip))]);
  });
}
