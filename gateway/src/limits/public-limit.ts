import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import { toRateLimitAddress } from "../request/client-address.js";
import type { RateCounters } from "./rate-counters.js";
import { setRateLimitHeaders } from "./rate-limit-headers.js";

/** Counts a request without a credential against its address. @throws Refusal rate_limited */
export type ConsumePublicQuota = (request: FastifyRequest, reply: FastifyReply) => void;

export function createPublicLimit(counters: RateCounters, limit: number): ConsumePublicQuota {
  return (request, reply) => {
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
  };
}
