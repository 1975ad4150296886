import fc from "fast-check";
import { expect, test } from "vitest";
import type { RateState } from "./lanes.types.js";
import {
  availableSlots,
  consumeTokens,
  findPossibleSince,
  initialRate,
  updateRateAfterFailure,
  updateRateAfterSuccess,
} from "./rate.rules.js";

test("concurrency grows with every success up to its limit and halves with a failure", () => {
  let rate = initialRate;
  for (let index = 0; index < 20; index += 1) rate = updateRateAfterSuccess(rate, {});
  expect(rate.concurrency).toBe(10);
  expect(updateRateAfterFailure(rate, 0, 0).concurrency).toBe(5);
});

test("after five failures in a row a backoff starts, which doubles with each failure up to a minute", () => {
  let rate: RateState = initialRate;
  const backoffs: number[] = [];
  for (let at = 0, index = 0; index < 14; index += 1) {
    rate = updateRateAfterFailure(rate, at, at);
    backoffs.push(rate.notBefore ? rate.notBefore.getTime() - at : 0);
    at = Math.max(at, rate.notBefore?.getTime() ?? 0);
  }
  expect(backoffs).toEqual([0, 0, 0, 0, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(availableSlots(rate, {}, 0, 0)).toBe(0);
});

test("failures of attempts that were in flight when the backoff started do not prolong it", () => {
  let rate = initialRate;
  for (let index = 0; index < 9; index += 1) rate = updateRateAfterFailure(rate, 0, 100);
  expect(rate.backoffMs).toBe(500);
});

test("a success ends the series of failures", () => {
  let rate = initialRate;
  for (let index = 0; index < 5; index += 1) rate = updateRateAfterFailure(rate, 0, 0);
  expect(updateRateAfterSuccess(rate, {})).toMatchObject({ failuresInRow: 0, backoffMs: 0 });
});

test("no more attempts start than the rate limit allows", () => {
  const limits = { ratePerSecond: 2 };
  expect(availableSlots(initialRate, limits, 0, 1000)).toBe(2);
  const rate = consumeTokens(initialRate, limits, 2, 1000);
  expect(rate.notBefore).toEqual(new Date(1500));
  expect(availableSlots(rate, limits, 0, 1400)).toBe(0);
  expect(availableSlots(rate, limits, 0, 1500)).toBe(1);
});

test("at the time that the rate limit names, an attempt may start", () => {
  const gaps = fc.array(fc.nat({ max: 700 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), gaps, (ratePerSecond, waits) => {
      let [rate, at] = [initialRate, 1_000_000];
      for (const wait of waits) {
        at = Math.max(at + wait, rate.notBefore?.getTime() ?? 0);
        const slots = availableSlots(rate, { ratePerSecond }, 0, at);
        expect(slots).toBeGreaterThan(0);
        rate = consumeTokens(rate, { ratePerSecond }, slots, at);
      }
    }),
  );
});

test("no more attempts run at once than maxConcurrency allows", () => {
  expect(availableSlots({ ...initialRate, concurrency: 8 }, { maxConcurrency: 3 }, 1, 0)).toBe(2);
});

test("the time in which a broken receiver is paused is not a delay of ours, and the time after it is", () => {
  const occurredAt = new Date(10_000);
  const since = (rate: RateState) => findPossibleSince(rate, occurredAt).getTime();
  expect(since(initialRate)).toBe(10_000);
  let rate = initialRate;
  for (let failure = 0; failure < 20; failure += 1) {
    const now = Math.max(10_000, rate.notBefore?.getTime() ?? 0);
    rate = updateRateAfterFailure(rate, now, now);
  }
  // The event has waited for minutes.
  expect(since(rate)).toBe(rate.notBefore?.getTime());
  expect(since(rate)).toBeGreaterThan(400_000);
  // The receiver works again: what waited could begin when the last pause ended.
  expect(since(updateRateAfterSuccess(rate, {}))).toBe(rate.notBefore?.getTime());
  expect(findPossibleSince(rate, new Date(10_000_000))).toEqual(new Date(10_000_000));
});
