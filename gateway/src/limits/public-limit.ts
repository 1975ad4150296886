import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { toRateLimitAddress } from "../request/client-address.js";
import type { RateCounters } from "./rate-counters.js";
import { setRateLimitHeaders } from "./rate-limit-headers.js";

/** Limits requests without a credential per address. */
export interface PublicLimit {
  /** Counts a request and sets the rate-limit headers of the reply. @throws Refusal rate_limited */
  consume(request: FastifyRequest, reply: FastifyReply): void;
}

export function createPublicLimit(counters: RateCounters, limit: number): PublicLimit {
  return {
    consume(request, reply) {
      const name = `public ${toRateLimitAddress(request.ip)}`;
      const before = counters.getQuota(name, limit);
      if (before.remaining > 0) counters.increment(name);
      setRateLimitHeaders(reply, [{ policy: "public", ...counters.getQuota(name, limit) }]);
      if (before.remaining === 0) {
        throw new Refusal(
          "rate_limited",
          `More than ${limit} requests in a minute from this address.`,
          before.resetSeconds,
        );
      }
    },
  };
}
