import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply } from "fastify";
import type { GatewayConfig } from "../config.js";
import type { RateOverrides, Tenant } from "../tenant/tenant.js";
import type { InFlightLimit } from "./in-flight-limit.js";
import type { RateCounters } from "./rate-counters.js";
import { setRateLimitHeaders } from "./rate-limit-headers.js";

/** `list` is discovery (tools/list, resources/list, server/discover …), `write` is a writing tool or a spin, `read` is everything else. */
export type RequestKind = "list" | "read" | "write";

export interface TenantLimits {
  /**
   * Counts a request of a tenant, sets the rate-limit headers of the reply, and counts the request as in flight until its
   * reply is sent. Call it once per request.
   * @throws Refusal rate_limited, overloaded (both with retryAfter)
   */
  consume(reply: FastifyReply, tenant: Tenant, kind: RequestKind): void;
}

type Policy = "requests" | "writes" | "lists";

// A write is also a request. Discovery has its own limit: a client that lists too often can still call tools.
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

type RateSettings = Pick<
  GatewayConfig,
  "RATE_REQUESTS_PER_MINUTE" | "RATE_WRITES_PER_MINUTE" | "RATE_LISTS_PER_MINUTE"
>;

export function createTenantLimits(
  counters: RateCounters,
  inFlight: InFlightLimit,
  config: RateSettings,
): TenantLimits {
  const defaults: Record<Policy, number> = {
    requests: config.RATE_REQUESTS_PER_MINUTE,
    writes: config.RATE_WRITES_PER_MINUTE,
    lists: config.RATE_LISTS_PER_MINUTE,
  };

  /** All keys of a business share one counter; a key with its own limit has its own counter. */
  function getCounter(tenant: Tenant, policy: Policy) {
    const keyLimit = tenant.keyRates[overrideByPolicy[policy]];
    const limit = keyLimit ?? tenant.businessRates[overrideByPolicy[policy]] ?? defaults[policy];
    return { policy, limit, name: `${policy} ${keyLimit === undefined ? tenant.businessId : tenant.keyId}` };
  }

  return {
    consume(reply, tenant, kind) {
      const quotas = policiesByKind[kind].map((policy) => getCounter(tenant, policy));
      const exceeded = quotas
        .map((quota) => ({ ...quota, ...counters.getQuota(quota.name, quota.limit) }))
        .find(({ remaining }) => remaining === 0);
      // Rejected requests are not counted; otherwise a client that retries would stay blocked for ever.
      if (!exceeded) quotas.forEach(({ name }) => counters.increment(name));
      setRateLimitHeaders(
        reply,
        quotas.map(({ policy, name, limit }) => ({ policy, ...counters.getQuota(name, limit) })),
      );
      if (exceeded) {
        throw new Refusal(
          "rate_limited",
          `Too many requests: ${exceeded.limit} ${exceeded.policy} in a minute are allowed. Spread the calls.`,
          exceeded.resetSeconds,
        );
      }
      inFlight.acquire(tenant.businessId, reply);
    },
  };
}
