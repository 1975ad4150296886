/** How fast an endpoint is served; kept in its lane from one worker to the next. */
export interface Pace {
  concurrency: number;
  failuresInRow: number;
  coolMs: number;
  /** Nothing begins before: the endpoint cools off, or its rate is used up. */
  notBefore?: Date;
  /** What is left of its rate. */
  tokens?: number;
  tokensAt?: Date;
}

export interface PaceLimits {
  maxConcurrency?: number | undefined;
  ratePerSecond?: number | undefined;
}

const startConcurrency = 4;
export const standardConcurrency = 10;
const failuresBeforeCooling = 5;
const coolMinMs = 500;
const coolMaxMs = 60_000;

export const newPace = (): Pace => ({ concurrency: startConcurrency, failuresInRow: 0, coolMs: 0 });

export function afterSuccess(pace: Pace, limits: PaceLimits): void {
  pace.failuresInRow = 0;
  pace.coolMs = 0;
  pace.concurrency = Math.min(pace.concurrency + 1, limits.maxConcurrency ?? standardConcurrency);
}

/**
 * Half as fast; after five failures in a row it rests, twice as long each time, and what waits spends no attempts.
 * @param begunAt an attempt that began before the rest says nothing new about it
 */
export function afterFailure(pace: Pace, begunAt: number, now: number): void {
  pace.failuresInRow += 1;
  pace.concurrency = Math.max(Math.floor(pace.concurrency / 2), 1);
  if (pace.failuresInRow < failuresBeforeCooling) return;
  if (pace.notBefore && begunAt < pace.notBefore.getTime() - pace.coolMs) return;
  pace.coolMs = Math.min(Math.max(pace.coolMs * 2, coolMinMs), coolMaxMs);
  pace.notBefore = new Date(now + pace.coolMs);
}

/** How many attempts may begin now beside those under way. Does not spend them. */
export function room(pace: Pace, limits: PaceLimits, underWay: number, now: number): number {
  if (pace.notBefore && pace.notBefore.getTime() > now) return 0;
  const most = Math.min(pace.concurrency, limits.maxConcurrency ?? standardConcurrency);
  const places = Math.max(most - underWay, 0);
  return limits.ratePerSecond ? Math.min(places, Math.floor(refill(pace, limits.ratePerSecond, now))) : places;
}

/** Takes `count` from the rate; an empty one makes the lane wait for its next. */
export function spend(pace: Pace, limits: PaceLimits, count: number, now: number): void {
  if (!limits.ratePerSecond) return;
  pace.tokens = refill(pace, limits.ratePerSecond, now) - count;
  if (pace.tokens >= 1) return;
  const next = new Date(now + ((1 - pace.tokens) / limits.ratePerSecond) * 1000);
  if (!pace.notBefore || pace.notBefore < next) pace.notBefore = next;
}

/** A bucket holds one second's worth, and at least one. */
function refill(pace: Pace, ratePerSecond: number, now: number): number {
  const full = Math.max(ratePerSecond, 1);
  const since = pace.tokensAt ? (now - pace.tokensAt.getTime()) / 1000 : Number.POSITIVE_INFINITY;
  pace.tokens = Math.min((pace.tokens ?? full) + since * ratePerSecond, full);
  pace.tokensAt = new Date(now);
  return pace.tokens;
}
