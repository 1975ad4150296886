import type { FastifyReply } from "fastify";
import { type Standing, windowSeconds } from "./counters.js";

export interface NamedStanding extends Standing {
  policy: string;
}

/**
 * Says how much is left: in the words of the IETF's draft, and in the older ones for the tightest of the limits.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function writeRateHeaders(reply: FastifyReply, standings: readonly NamedStanding[]): void {
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
