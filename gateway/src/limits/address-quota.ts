import { rateLimited } from "@tenant-ops/kit/errors";
import { listRateLimitNetworks, type RateLimitNetwork } from "../request/client-address.js";
import type { PolicyQuota } from "./quota.js";
import type { Counters } from "./rate-counters.js";

/** A limit per address. An IPv6 address counts as its /64 network, and as its /48 network with a higher limit. */
export interface AddressQuota {
  /** The state of the network with the least remaining requests. It counts nothing. */
  get(address: string): PolicyQuota;
  /** Counts nothing. @throws Refusal rate_limited, with the seconds to wait, when no requests remain */
  requireRemaining(address: string): void;
  /**
   * Counts a request. One that is refused is not counted; otherwise a client that retries would stay blocked for ever.
   * @throws Refusal rate_limited, with the seconds to wait, when no requests remain
   */
  consume(address: string): void;
}

/** @param sentence of the refusal */
export function createAddressQuota(policy: string, counters: Counters, limit: number, sentence?: string): AddressQuota {
  // A /48 network has its own name: without "-site" it would be the name of a wider group (`widenAddressName`).
  const toName = ({ network, limitFactor }: RateLimitNetwork) =>
    `${policy}${limitFactor === 1 ? "" : "-site"} ${network}`;

  function get(address: string): PolicyQuota {
    const quotas = listRateLimitNetworks(address).map((network) =>
      counters.getQuota(toName(network), limit * network.limitFactor),
    );
    const tightest = quotas.reduce((least, quota) => (quota.remaining < least.remaining ? quota : least));
    return { policy, ...tightest };
  }

  function requireRemaining(address: string): void {
    const { limit: exceeded, remaining, resetSeconds } = get(address);
    if (remaining > 0) return;
    throw rateLimited(sentence ?? `More than ${exceeded} requests in a minute from this address.`, resetSeconds);
  }

  return {
    get,
    requireRemaining,
    consume(address) {
      requireRemaining(address);
      for (const network of listRateLimitNetworks(address)) counters.increment(toName(network));
    },
  };
}
