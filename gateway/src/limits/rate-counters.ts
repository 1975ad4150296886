import { randomUUID } from "node:crypto";
import type { Bus } from "@tenant-ops/kit/events";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { computeQuota, type QuotaState, windowSeconds } from "./quota.js";

const windowMs = windowSeconds * 1000;
const namesMax = 50_000;
/** So many names stay well below the largest message that NATS accepts (1 MiB by default). */
const namesPerMessage = 5000;
const publishEveryMinMs = 20;

/** Counts per name over the last minute: at once in this process, after the next exchange in all replicas. */
export interface RateCounters {
  /** The state of a limit; counts nothing. */
  getQuota(name: string, limit: number): QuotaState;
  increment(name: string): void;
  stop(): void;
}

const messageSchema = z.object({ from: z.string(), window: z.number(), counts: z.record(z.string(), z.number()) });

/**
 * Every replica publishes what it has counted since the last time and adds what the others publish. Together they may
 * therefore accept what arrives within one exchange beyond the limit. Without NATS each replica counts only its own requests.
 * @param deployment gateways with the same value count together; NATS may be shared with other deployments
 */
export function createRateCounters(
  bus: Bus,
  deployment: string,
  publishEveryMs: number,
  now: () => number = Date.now,
): RateCounters {
  const subject = `gateway.limits.${deployment}`;
  const self = randomUUID();
  let window = 0;
  let current = createWindowCounts();
  let previous = createWindowCounts();
  let pending = new Map<string, number>();

  function rotateWindow(): void {
    const present = Math.floor(now() / windowMs);
    if (present === window) return;
    publishPending();
    previous = present === window + 1 ? current : createWindowCounts();
    current = createWindowCounts();
    window = present;
  }

  function publishPending(): void {
    const entries = [...pending];
    pending = new Map();
    for (let start = 0; start < entries.length; start += namesPerMessage) {
      const counts = Object.fromEntries(entries.slice(start, start + namesPerMessage));
      bus.publish(subject, { from: self, window, counts });
    }
  }

  function addFromReplica(message: unknown): void {
    const { data } = messageSchema.safeParse(message);
    if (!data || data.from === self) return;
    rotateWindow();
    const target = data.window === window ? current : data.window === window - 1 ? previous : undefined;
    for (const [name, count] of Object.entries(data.counts)) target?.set(name, (target.get(name) ?? 0) + count);
  }

  bus.subscribe(subject, addFromReplica);
  const publishing = setInterval(publishPending, Math.max(publishEveryMs, publishEveryMinMs)).unref();

  return {
    getQuota(name, limit) {
      rotateWindow();
      const elapsed = (now() % windowMs) / windowMs;
      return computeQuota(limit, current.get(name) ?? 0, previous.get(name) ?? 0, elapsed);
    },
    increment(name) {
      rotateWindow();
      current.set(name, (current.get(name) ?? 0) + 1);
      pending.set(name, (pending.get(name) ?? 0) + 1);
    },
    stop() {
      clearInterval(publishing);
      publishPending();
    },
  };
}

function createWindowCounts(): LRUCache<string, number> {
  return new LRUCache({ max: namesMax });
}
