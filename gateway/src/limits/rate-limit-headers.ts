import type { FastifyReply } from "fastify";
import { type QuotaState, windowSeconds } from "./quota.js";

export interface PolicyQuota extends QuotaState {
  policy: string;
}

/**
 * Sets the headers of the IETF draft for every policy, and the older `x-ratelimit-*` for the one with the least remaining.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function setRateLimitHeaders(reply: FastifyReply, quotas: readonly PolicyQuota[]): void {
  const tightest = quotas.reduce((least, quota) => (quota.remaining < least.remaining ? quota : least));
  void reply.headers({
    "ratelimit-policy": quotas.map(({ policy, limit }) => `"${policy}";q=${limit};w=${windowSeconds}`).join(", "),
    ratelimit: quotas
      .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
      .join(", "),
    "x-ratelimit-limit": String(tightest.limit),
    "x-ratelimit-remaining": String(tightest.remaining),
    "x-ratelimit-reset": String(tightest.resetSeconds),
  });
}
