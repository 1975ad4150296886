/** Milliseconds of event loop time that each caller used in the last seconds. */
export interface LoopUse {
  businesses: readonly number[];
  addresses: readonly number[];
}

/** A caller that used more than its share is refused. Infinity: no caller is refused. */
export interface LoopShares {
  business: number;
  address: number;
}

export const unlimitedShares: LoopShares = { business: Infinity, address: Infinity };

/** How much of the use of the last seconds may remain when the loop is late. */
const keptPart = 0.7;
/** Addresses get at most this part of the kept time while businesses need the rest. */
const addressPart = 0.25;
/** A caller that used less than this part of the loop time is not refused. */
const smallPart = 0.02;
/** Growth of the shares per second without a delay. From the smallest share to the whole loop it takes about 18 seconds. */
const growth = 1.25;

/**
 * The shares of callers when the loop is late. Callers that used less than the share may continue, and the others are limited to equal shares
 * (max-min fairness), so that all callers together use 70 % of what they used before.
 * @param windowMs the length of the "last seconds"
 */
export function computeLoopShares({ businesses, addresses }: LoopUse, windowMs: number): LoopShares {
  const [businessUse, addressUse] = [sum(businesses), sum(addresses)];
  const kept = keptPart * Math.min(windowMs, businessUse + addressUse);
  const reserved = Math.min(addressUse, addressPart * kept);
  const smallest = smallPart * windowMs;
  const business = computeEqualShare(businesses, kept - reserved);
  const address = computeEqualShare(addresses, kept - Math.min(businessUse, kept - reserved));
  return { business: Math.max(business, smallest), address: Math.max(address, smallest) };
}

/** The shares a second later: while the loop is late they only shrink; afterwards they grow until no caller is limited. */
export function updateLoopShares(shares: LoopShares, use: LoopUse, isLate: boolean, windowMs: number): LoopShares {
  if (!isLate) {
    const grow = (share: number) => (share * growth >= windowMs ? Infinity : share * growth);
    return { business: grow(shares.business), address: grow(shares.address) };
  }
  const now = computeLoopShares(use, windowMs);
  return { business: Math.min(shares.business, now.business), address: Math.min(shares.address, now.address) };
}

/** The equal share with which all callers together use `capacity`; Infinity when they need less. */
function computeEqualShare(uses: readonly number[], capacity: number): number {
  let remaining = capacity;
  const ascending = uses.toSorted((a, b) => a - b);
  for (const [index, use] of ascending.entries()) {
    const share = remaining / (ascending.length - index);
    if (use > share) return Math.max(0, share);
    remaining -= use;
  }
  return Infinity;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
