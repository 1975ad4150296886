import { randomUUID } from "node:crypto";
import type { Bus } from "@tenant-ops/kit/events";
import { z } from "zod";
import { LRUCache } from "lru-cache";

export const windowSeconds = 60;
const windowMs = windowSeconds * 1000;
const namesMax = 50_000;
/** A message of so many names stays well under what NATS takes. */
const namesPerMessage = 5000;

export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until the whole limit is free again, or, when nothing remains, until the next request is let in. */
  resetSeconds: number;
}

/** Counts per name over the last minute, in this process and, a moment later, in all replicas. */
export interface RateCounters {
  /** How a name stands, without counting. */
  getQuota(name: string, limit: number): QuotaState;
  increment(name: string): void;
  stop(): void;
}

const messageSchema = z.object({ from: z.string(), window: z.number(), counts: z.record(z.string(), z.number()) });

/**
 * Two windows of a minute, the one before counted by the share of it that still lies within the last sixty seconds.
 * Replicas tell each other what they counted since the last time. So all of them together may let through what arrives
 * within one exchange over the limit; without NATS each counts for itself.
 * @param deployment who counts together: gateways of another deployment may share the NATS, but not the counts
 */
export function createRateCounters(
  bus: Bus,
  deployment: string,
  exchangeMs: number,
  now: () => number = Date.now,
): RateCounters {
  const subject = `gateway.limits.${deployment}`;
  const self = randomUUID();
  let window = 0;
  let current = new LRUCache<string, number>({ max: namesMax });
  let previous = new LRUCache<string, number>({ max: namesMax });
  let untold = new Map<string, number>();

  function turn(): void {
    const present = Math.floor(now() / windowMs);
    if (present === window) return;
    tell();
    previous = present === window + 1 ? current : new LRUCache({ max: namesMax });
    current = new LRUCache({ max: namesMax });
    window = present;
  }

  function tell(): void {
    const entries = [...untold];
    untold = new Map();
    for (let at = 0; at < entries.length; at += namesPerMessage) {
      const counts = Object.fromEntries(entries.slice(at, at + namesPerMessage));
      bus.publish(subject, { from: self, window, counts });
    }
  }

  bus.subscribe(subject, (message) => {
    const { data } = messageSchema.safeParse(message);
    if (!data || data.from === self) return;
    turn();
    const into = data.window === window ? current : data.window === window - 1 ? previous : undefined;
    for (const [name, count] of Object.entries(data.counts)) into?.set(name, (into.get(name) ?? 0) + count);
  });
  const exchange = setInterval(tell, Math.max(exchangeMs, 20)).unref();

  return {
    getQuota(name, limit) {
      turn();
      const elapsed = (now() % windowMs) / windowMs;
      return computeQuota(limit, current.get(name) ?? 0, previous.get(name) ?? 0, elapsed);
    },
    increment(name) {
      turn();
      current.set(name, (current.get(name) ?? 0) + 1);
      untold.set(name, (untold.get(name) ?? 0) + 1);
    },
    stop() {
      clearInterval(exchange);
      tell();
    },
  };
}

/** @param elapsed the share of the current window that is over, 0 to 1 */
export function computeQuota(limit: number, current: number, previous: number, elapsed: number): QuotaState {
  const used = current + previous * (1 - elapsed);
  const remaining = Math.max(0, Math.floor(limit - used));
  return {
    limit,
    remaining,
    resetSeconds: Math.max(
      1,
      Math.ceil(computeWaitInWindows(limit, current, previous, elapsed, remaining) * windowSeconds),
    ),
  };
}

/** In windows. What was counted fades while its window moves out of the last minute. */
function computeWaitInWindows(
  limit: number,
  current: number,
  previous: number,
  elapsed: number,
  remaining: number,
): number {
  if (remaining > 0) return current === 0 ? 1 - elapsed : 2 - elapsed;
  const free = limit - 1 - current;
  if (free >= 0) return previous === 0 ? 1 - elapsed : Math.max(0, 1 - free / previous - elapsed);
  // Not before this window is the previous one and has faded far enough.
  const fading = limit === 0 ? 1 : 1 - (limit - 1) / current;
  return 1 - elapsed + fading;
}
