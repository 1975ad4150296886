import { createAddressQuota } from "./address-quota.js";
import type { Counters } from "./rate-counters.js";

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
