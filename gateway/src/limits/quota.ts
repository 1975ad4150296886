import type { FastifyReply } from "fastify";

/** Limits count over the last 60 seconds. */
export const windowSeconds = 60;

export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until the whole limit is available again; when nothing remains, until the next request is accepted. */
  resetSeconds: number;
}

/**
 * Computes the state of a limit from the counts of two windows of a minute. The previous window counts only with the share that lies within the
 * last 60 seconds.
 * @param elapsed the part of the current window that is over, 0 to 1
 */
export function computeQuota(limit: number, current: number, previous: number, elapsed: number): QuotaState {
  const used = current + previous * (1 - elapsed);
  const remaining = Math.max(0, Math.floor(limit - used));
  const waitSeconds = computeWaitInWindows(limit, current, previous, elapsed, remaining) * windowSeconds;
  return { limit, remaining, resetSeconds: Math.max(1, Math.ceil(waitSeconds)) };
}

function computeWaitInWindows(
  limit: number,
  current: number,
  previous: number,
  elapsed: number,
  remaining: number,
): number {
  if (remaining > 0) return current === 0 ? 1 - elapsed : 2 - elapsed;
  const free = limit - 1 - current;
  if (free >= 0) return previous === 0 ? 1 - elapsed : Math.max(0, 1 - free / previous - elapsed);
  // The current window alone exceeds the limit. It has to become the previous one first; then its share shrinks.
  const shrinking = limit === 0 ? 1 : 1 - (limit - 1) / current;
  return 1 - elapsed + shrinking;
}

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
