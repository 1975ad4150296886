import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RateOverrides, Tenant } from "../tenant/tenant.js";
import type { GatewayConfig } from "../config.js";
import type { RateCounters } from "./rate-counters.js";
import { setRateLimitHeaders } from "./rate-limit-headers.js";
import type { InFlightLimit } from "./in-flight-limit.js";

/** `list` is discovery (tools/list, resources/list, server/discover …), `write` is a writing tool or a spin, `read` is everything else. */
export type RequestKind = "list" | "read" | "write";

export interface TenantLimits {
  /**
   * Counts a request of a tenant and says in the reply's headers how much is left. Holds one of the business's places for
   * requests under way until the answer is out. Once per request.
   * @throws Refusal rate_limited, overloaded (both with retryAfter)
   */
  consume(request: FastifyRequest, reply: FastifyReply, tenant: Tenant, kind: RequestKind): void;
}

type Policy = "requests" | "writes" | "lists";

// A write is a request as well; discovery has a bucket of its own, so that a client that keeps asking can still work.
const policiesByKind: Record<RequestKind, readonly Policy[]> = {
  list: ["lists"],
  read: ["requests"],
  write: ["requests", "writes"],
};

const overrideByPolicy: Record<Policy, keyof RateOverrides> = {
  requests: "requestsPerMinute",
  writes: "writesPerMinute",
  lists: "listsPerMinute",
};

export function createTenantLimits(
  counters: RateCounters,
  inFlight: InFlightLimit,
  config: GatewayConfig,
): TenantLimits {
  const standard: Record<Policy, number> = {
    requests: config.RATE_REQUESTS_PER_MINUTE,
    writes: config.RATE_WRITES_PER_MINUTE,
    lists: config.RATE_LISTS_PER_MINUTE,
  };

  /** All keys of a business share its bucket; a key with a number of its own has a bucket of its own. */
  function bucketOf(tenant: Tenant, policy: Policy) {
    const ofKey = tenant.keyRates[overrideByPolicy[policy]];
    const limit = ofKey ?? tenant.businessRates[overrideByPolicy[policy]] ?? standard[policy];
    return { policy, limit, name: `${policy} ${ofKey === undefined ? tenant.businessId : tenant.keyId}` };
  }

  return {
    consume(_request, reply, tenant, kind) {
      const buckets = policiesByKind[kind].map((policy) => bucketOf(tenant, policy));
      const full = buckets
        .map((bucket) => ({ ...bucket, ...counters.getQuota(bucket.name, bucket.limit) }))
        .find(({ remaining }) => remaining === 0);
      // A refused request is not counted: who keeps knocking would never be let in again.
      if (!full) buckets.forEach(({ name }) => counters.increment(name));
      setRateLimitHeaders(
        reply,
        buckets.map(({ policy, name, limit }) => ({ policy, ...counters.getQuota(name, limit) })),
      );
      if (full) {
        throw new Refusal(
          "rate_limited",
          `Too many requests: ${full.limit} ${full.policy} in a minute are allowed. Spread the calls.`,
          full.resetSeconds,
        );
      }
      inFlight.acquire(tenant.businessId, reply);
    },
  };
}
