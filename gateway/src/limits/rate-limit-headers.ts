import type { FastifyReply } from "fastify";
import { type QuotaState, windowSeconds } from "./rate-counters.js";

export interface PolicyQuota extends QuotaState {
  policy: string;
}

/**
 * Says how much is left: in the words of the IETF's draft, and in the older ones for the tightest of the limits.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function setRateLimitHeaders(reply: FastifyReply, standings: readonly PolicyQuota[]): void {
  const tightest = standings.reduce((least, one) => (one.remaining < least.remaining ? one : least));
  void reply.headers({
    "ratelimit-policy": standings.map(({ policy, limit }) => `"${policy}";q=${limit};w=${windowSeconds}`).join(", "),
    ratelimit: standings
      .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
      .join(", "),
    "x-ratelimit-limit": String(tightest.limit),
    "x-ratelimit-remaining": String(tightest.remaining),
    "x-ratelimit-reset": String(tightest.resetSeconds),
  });
}
