import { rateLimited } from "@tenant-ops/kit/errors";
import { listRateLimitNetworks, type RateLimitNetwork } from "../request/client-address.js";
import type { PolicyQuota } from "./quota.js";
import type { Counters } from "./rate-counters.js";

/** A limit per address. An IPv6 address counts as its /64 network, and as its /48 network with a higher limit. */
export interface AddressQuota {
  /** The state of the network with the least remaining requests. It counts nothing. */
  get(address: string): PolicyQuota;
  /** @throws Refusal rate_limited, with this sentence and the seconds to wait, when no requests remain */
  requireRemaining(address: string, sentence: string): void;
  increment(address: string): void;
}

export function createAddressQuota(policy: string, counters: Counters, limit: number): AddressQuota {
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

  return {
    get,
    requireRemaining(address, sentence) {
      const { remaining, resetSeconds } = get(address);
      if (remaining === 0) throw rateLimited(sentence, resetSeconds);
    },
    increment(address) {
      for (const network of listRateLimitNetworks(address)) counters.increment(toName(network));
    },
  };
}

/**
 * Limits wrong operator keys per address. Operators do not share their address with other callers, as tenants may. So over the limit the right key
 * is refused too, and a caller that guesses keys does not learn which one was right.
 */
export interface OperatorLimit {
  /** @throws Refusal rate_limited, with the seconds to wait, when the address has sent too many wrong keys */
  requireRemaining(address: string): void;
  recordFailure(address: string): void;
}

export function createOperatorLimit(counters: Counters, limit: number): OperatorLimit {
  const quota = createAddressQuota("operator-keys", counters, limit);
  return {
    requireRemaining: (address) =>
      quota.requireRemaining(
        address,
        "Too many wrong operator keys from this address; for now the right one is refused too.",
      ),
    recordFailure: (address) => quota.increment(address),
  };
}
