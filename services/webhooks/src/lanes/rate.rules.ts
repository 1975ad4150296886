import type { RateLimits, RateState } from "./lanes.types.js";

const initialConcurrency = 4;
const defaultConcurrencyMax = 10;
const failuresBeforeBackoff = 5;
const backoffMinMs = 500;
const backoffMaxMs = 60_000;
/** Fractions of tokens add up to a little less than one. */
const roundingMargin = 1e-6;

export const initialRate: RateState = { concurrency: initialConcurrency, failuresInRow: 0, backoffMs: 0 };

export function updateRateAfterSuccess(rate: RateState, limits: RateLimits): RateState {
  const concurrency = Math.min(rate.concurrency + 1, limits.maxConcurrency ?? defaultConcurrencyMax);
  return { ...rate, concurrency, failuresInRow: 0, backoffMs: 0 };
}

/**
 * Halves the concurrency. From the fifth failure in a row on, starts a backoff that doubles each time; deliveries that wait
 * meanwhile use no attempts.
 * @param startedAt an attempt that started before the current backoff does not prolong it
 */
export function updateRateAfterFailure(rate: RateState, startedAt: number, now: number): RateState {
  const failuresInRow = rate.failuresInRow + 1;
  const slower = { ...rate, failuresInRow, concurrency: Math.max(Math.floor(rate.concurrency / 2), 1) };
  if (failuresInRow < failuresBeforeBackoff) return slower;
  if (rate.notBefore && startedAt < rate.notBefore.getTime() - rate.backoffMs) return slower;
  const backoffMs = Math.min(Math.max(rate.backoffMs * 2, backoffMinMs), backoffMaxMs);
  return { ...slower, backoffMs, notBefore: new Date(now + backoffMs) };
}

/** How many attempts may start now beside those in flight. */
export function availableSlots(rate: RateState, limits: RateLimits, inFlight: number, now: number): number {
  if (rate.notBefore && rate.notBefore.getTime() > now) return 0;
  const slots = countFreeSlots(rate, limits, inFlight);
  if (!limits.ratePerSecond) return slots;
  return Math.min(slots, Math.floor(countTokens(rate, limits.ratePerSecond, now) + roundingMargin));
}

/** When the next attempt may start beside those in flight; undefined while only the end of one of them makes room. */
export function findNextStart(rate: RateState, limits: RateLimits, inFlight: number): Date | undefined {
  return countFreeSlots(rate, limits, inFlight) > 0 ? rate.notBefore : undefined;
}

/** Since when the first attempt of an event could begin: its receiver decides about pauses and about the rate limit, and not we. */
export function findPossibleSince({ notBefore }: RateState, occurredAt: Date): Date {
  return notBefore && notBefore > occurredAt ? notBefore : occurredAt;
}

function countFreeSlots({ concurrency }: RateState, { maxConcurrency }: RateLimits, inFlight: number): number {
  return Math.max(Math.min(concurrency, maxConcurrency ?? defaultConcurrencyMax) - inFlight, 0);
}

/** Takes `count` attempts from the rate limit. When less than one is left, `notBefore` is the time of the next. */
export function consumeTokens(rate: RateState, limits: RateLimits, count: number, now: number): RateState {
  if (!limits.ratePerSecond) return rate;
  const tokens = countTokens(rate, limits.ratePerSecond, now) - count;
  const consumed = { ...rate, tokens, tokensAt: new Date(now) };
  if (tokens >= 1) return consumed;
  const next = new Date(Math.ceil(now + ((1 - tokens) / limits.ratePerSecond) * 1000));
  return rate.notBefore && rate.notBefore >= next ? consumed : { ...consumed, notBefore: next };
}

/** A token bucket that holds the attempts of one second, and at least one. */
function countTokens(rate: RateState, ratePerSecond: number, now: number): number {
  const capacity = Math.max(ratePerSecond, 1);
  if (rate.tokens === undefined || !rate.tokensAt) return capacity;
  const elapsedSeconds = (now - rate.tokensAt.getTime()) / 1000;
  return Math.min(rate.tokens + elapsedSeconds * ratePerSecond, capacity);
}
