import { describe, expect, test } from "vitest";
import { computeLoopShares, type LoopUse, unlimitedShares, updateLoopShares } from "./load-shedding.rules.js";

const windowMs = 5000;
const isRefused = (use: LoopUse) => {
  const { business, address } = computeLoopShares(use, windowMs);
  return {
    businesses: use.businesses.filter((used) => used > business),
    addresses: use.addresses.filter((used) => used > address),
  };
};

describe("while the loop is late", () => {
  test("the business with the most loop time is refused, and the others are served", () => {
    const use = { businesses: [4000, 300, 200, 150], addresses: [] };
    expect(isRefused(use)).toEqual({ businesses: [4000], addresses: [] });
  });

  test("of several heavy businesses all are refused, and a light one never", () => {
    expect(isRefused({ businesses: [1600, 1500, 1400, 90], addresses: [] }).businesses).toEqual([1600, 1500, 1400]);
  });

  test("a business alone is limited as well, to 70 % of its use", () => {
    expect(computeLoopShares({ businesses: [5000], addresses: [] }, windowMs).business).toBeCloseTo(3500);
  });

  test("an address with very many requests is refused, and businesses are served", () => {
    expect(isRefused({ businesses: [300, 300], addresses: [4300, 20] })).toEqual({ businesses: [], addresses: [4300] });
  });

  test("many addresses together do not take the share of a business", () => {
    const addresses = Array.from({ length: 40 }, () => 110);
    const use = { businesses: [600], addresses };
    expect(isRefused(use)).toEqual({ businesses: [], addresses });
  });

  test("a heavy business does not take the part of addresses", () => {
    expect(isRefused({ businesses: [4800], addresses: [120, 20] })).toEqual({ businesses: [4800], addresses: [] });
  });

  test("a caller that used less than 2 % is not refused, also when all callers are light", () => {
    expect(isRefused({ businesses: [90, 80, 70], addresses: [95] })).toEqual({ businesses: [], addresses: [] });
  });

  test("together the callers keep 70 % of what they used, for any mix of callers", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const businesses = Array.from({ length: 1 + (seed % 9) }, (_, n) => 100 + ((seed * 7919 + n * 104_729) % 2000));
      const used = businesses.reduce((total, use) => total + use, 0);
      const { business } = computeLoopShares({ businesses, addresses: [] }, used);
      const kept = businesses.reduce((total, use) => total + Math.min(use, business), 0);
      expect(kept).toBeCloseTo(used * 0.7);
    }
  });
});

describe("second after second", () => {
  const heavy = { businesses: [4000, 200], addresses: [] };

  test("shares shrink while the loop stays late, and grow back to unlimited when it is not", () => {
    let shares = updateLoopShares(unlimitedShares, heavy, true, windowMs);
    const first = shares.business;
    expect(first).toBeLessThan(4000);
    shares = updateLoopShares(shares, { businesses: [first, 200], addresses: [] }, true, windowMs);
    expect(shares.business).toBeLessThan(first);
    let seconds = 0;
    for (; shares.business !== Infinity && seconds < 60; seconds += 1)
      shares = updateLoopShares(shares, heavy, false, windowMs);
    expect(shares).toEqual(unlimitedShares);
    expect(seconds).toBeGreaterThan(3);
  });

  test("no caller is limited before the loop was late", () => {
    expect(updateLoopShares(unlimitedShares, heavy, false, windowMs)).toEqual(unlimitedShares);
  });
});
