import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { LRUCache } from "lru-cache";
import { findNewestKeyHashes } from "./keys.store.js";

const knownKeysMax = 100_000;
const createdSubject = "gateway.credentials.created";

/**
 * Hashes of keys that exist, so that a guess is recognised without a database look-up. A known key may be revoked. Without NATS, a key that another
 * replica created is unknown until its first use in this process.
 */
export interface KnownKeys {
  has(hash: string): boolean;
  add(hash: string): void;
  /** Adds a new key on all replicas. */
  publish(hash: string): void;
  /** Reads the newest keys at start, while the gateway serves requests already. */
  load(): Promise<void>;
}

export function createKnownKeys(db: Database, bus: Bus, logger: Logger): KnownKeys {
  const known = new LRUCache<string, true>({ max: knownKeysMax });
  const add = (hash: string) => void known.set(hash, true);

  bus.subscribe(createdSubject, (message) => {
    if (typeof message !== "object" || message === null || !("hash" in message)) return;
    if (typeof message.hash === "string") add(message.hash);
  });
  return {
    has: (hash) => known.has(hash),
    add,
    publish(hash) {
      add(hash);
      bus.publish(createdSubject, { hash });
    },
    async load() {
      try {
        for await (const hash of findNewestKeyHashes(db, knownKeysMax)) add(hash);
      } catch (error) {
        logger.warn({ err: error }, "known keys not loaded");
      }
    },
  };
}
