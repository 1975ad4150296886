import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";
import { normalizeAddress, toRateLimitAddress } from "../request/client-address.js";
import type { RateCounters } from "./rate-counters.js";
import { type PolicyQuota, setRateLimitHeaders } from "./rate-limit-headers.js";

/** Limits wrong credentials per address. A right one is accepted from any address, because others may share the address. */
export interface CredentialLimit {
  /** Counts a wrong credential. @throws Refusal rate_limited when the address has sent too many; it replaces the 401 */
  recordFailure(address: string): void;
  getQuota(address: string): PolicyQuota;
}

export function createCredentialLimit(counters: RateCounters, limit: number): CredentialLimit {
  const getCounterName = (address: string) => `credentials ${toRateLimitAddress(address)}`;
  const getQuota = (address: string): PolicyQuota => ({
    policy: "failed-credentials",
    ...counters.getQuota(getCounterName(address), limit),
  });
  return {
    getQuota,
    recordFailure(address) {
      const { remaining, resetSeconds } = getQuota(address);
      if (remaining === 0) {
        throw new Refusal(
          "rate_limited",
          "Too many wrong credentials from this address. Check the key, then try again.",
          resetSeconds,
        );
      }
      counters.increment(getCounterName(address));
    },
  };
}

/** A reply without other rate-limit headers says how many wrong credentials its address may still send. */
export function registerCredentialLimitHeaders(app: FastifyInstance, limit: CredentialLimit): void {
  app.addHook("onSend", async (request, reply) => {
    if (!reply.hasHeader("ratelimit")) setRateLimitHeaders(reply, [limit.getQuota(normalizeAddress(request.ip))]);
  });
}
