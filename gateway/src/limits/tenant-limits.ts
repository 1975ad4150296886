import { rateLimited } from "@tenant-ops/kit/errors";
import type { FastifyReply } from "fastify";
import type { GatewayConfig } from "../config.js";
import type { RateOverrides, Tenant } from "../tenant/tenant.js";
import type { InFlightLimit } from "./in-flight-limit.js";
import type { LoadShedding } from "./load-shedding.js";
import type { Counters } from "./rate-counters.js";
import { type PolicyQuota, setRateLimitHeaders } from "./quota.js";

/** `list` is discovery (tools/list, resources/list, server/discover …), `write` is a writing tool or a spin, `read` is everything else. */
export type RequestKind = "list" | "read" | "write";

export interface TenantLimits {
  /**
   * Counts a request as in flight until its reply is sent, and assigns its loop time to the business. Call it once per request, before the body is
   * read.
   * @throws Refusal overloaded (with retryAfter)
   */
  admit(reply: FastifyReply, tenant: Tenant): void;
  /**
   * For a route that knows the kind of a request only after its body was read: limits how many bodies are read. It counts also requests that
   * `consume` refuses afterwards.
   * @throws Refusal rate_limited (with retryAfter)
   */
  consumeBody(reply: FastifyReply, tenant: Tenant): void;
  /**
   * Counts a request of a tenant and sets the rate-limit headers of the reply. Call it once per request.
   * @throws Refusal rate_limited (with retryAfter)
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

interface RateCounter {
  policy: Policy;
  limit: number;
  /** The business, a key with a limit of its own, or a person. */
  owner: string;
  name: string;
}

/** A sandbox gets another id when it is emptied, and must not get new limits by it. */
const getCountedName = ({ businessId, sandboxOf }: Tenant): string =>
  sandboxOf === undefined ? businessId : `sandbox of ${sandboxOf}`;

export function createTenantLimits(
  counters: Counters,
  inFlight: InFlightLimit,
  shedding: Pick<LoadShedding, "admit">,
  config: RateSettings,
): TenantLimits {
  const defaults: Record<Policy, number> = {
    requests: config.RATE_REQUESTS_PER_MINUTE,
    writes: config.RATE_WRITES_PER_MINUTE,
    lists: config.RATE_LISTS_PER_MINUTE,
  };

  /**
   * All keys of a business share one counter; a key with its own limit has its own. So has each person: a back end that uses up the limit of the
   * business would otherwise stop the people who look into it.
   */
  function getCounter(tenant: Tenant, policy: Policy): RateCounter {
    const keyLimit = tenant.keyRates[overrideByPolicy[policy]];
    const limit = keyLimit ?? tenant.businessRates[overrideByPolicy[policy]] ?? defaults[policy];
    const hasOwnCounter = keyLimit !== undefined || tenant.credential === "session";
    const owner = hasOwnCounter ? tenant.keyId : getCountedName(tenant);
    return { policy, limit, owner, name: `${policy} ${owner}` };
  }

  // Each request makes up to four of them, so without copies of whole objects (`...`).
  function readQuota({ policy, name, limit }: RateCounter): PolicyQuota {
    const { remaining, resetSeconds } = counters.getQuota(name, limit);
    return { policy, limit, remaining, resetSeconds };
  }

  /** @throws Refusal rate_limited when one of the limits is exceeded; then nothing is counted */
  function count(reply: FastifyReply, counted: readonly RateCounter[]): void {
    const quotas = counted.map(readQuota);
    const exceeded = quotas.find(({ remaining }) => remaining === 0);
    if (exceeded) {
      setRateLimitHeaders(reply, quotas);
      const { limit, policy, resetSeconds } = exceeded;
      throw rateLimited(`Too many requests: ${limit} ${policy} in a minute are allowed.`, resetSeconds);
    }
    // Rejected requests are not counted; otherwise a client that retries would stay blocked for ever.
    for (const { name } of counted) counters.increment(name);
    setRateLimitHeaders(reply, counted.map(readQuota));
  }

  return {
    admit(reply, tenant) {
      shedding.admit(reply.request, { kind: "business", name: tenant.businessId });
      inFlight.acquire(tenant.businessId, reply);
    },
    consumeBody(reply, tenant) {
      const [requests, lists] = [getCounter(tenant, "requests"), getCounter(tenant, "lists")];
      // The limit is the sum of both limits, so a request within its own limits is never refused here.
      const name = `bodies ${lists.owner === tenant.keyId ? lists.owner : requests.owner}`;
      const { remaining, resetSeconds } = counters.getQuota(name, requests.limit + lists.limit);
      if (remaining === 0) {
        setRateLimitHeaders(reply, [readQuota(requests)]);
        const allowed = `${requests.limit} requests and ${lists.limit} lists in a minute`;
        throw rateLimited(`Too many requests: ${allowed} are allowed.`, resetSeconds);
      }
      counters.increment(name);
    },
    consume: (reply, tenant, kind) =>
      count(
        reply,
        policiesByKind[kind].map((policy) => getCounter(tenant, policy)),
      ),
  };
}
