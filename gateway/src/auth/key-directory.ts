import { singleFlight } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import { Refusal, unavailable } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { LRUCache } from "lru-cache";
import { type Business, findBusiness } from "./businesses.store.js";
import { type CredentialChange, onCredentialChange, publishCredentialChange } from "./people-cache.js";
import { findKeyByHash, findKeyById, findNewestKeyHashes, getKeyMode, type Key, setLastUsed } from "./keys.store.js";
import { ensureSandbox } from "./sandboxes.store.js";

const knownKeysMax = 100_000;
const createdSubject = "gateway.credentials.created";

/**
 * Hashes of keys that exist, so that a guess is recognised without a database look-up. A known key may be revoked. Without NATS, a key that another
 * replica created is unknown until its first use in this process.
 */
interface KnownKeys {
  has(hash: string): boolean;
  add(hash: string): void;
  /** Adds a new key on all replicas. */
  publish(hash: string): void;
  /** Reads the newest keys at start, while the gateway serves requests already. */
  load(): Promise<void>;
}

function createKnownKeys(db: Database, bus: Bus, logger: Logger): KnownKeys {
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

/** A key that may be used now, with its business. */
export interface ActiveKey {
  key: Key;
  /** The live business, also of a test key: the sandbox has its settings. */
  business: Business;
  /** For a test key: the sandbox in which its requests read and write. */
  sandboxId?: string;
}

/** Keys by hash or id, cached for at most 30 seconds. */
export interface KeyDirectory {
  /**
   * @param requireLookUp throws when this caller may not cause a database look-up of a key that probably does not exist
   * @returns undefined for a key that is unknown, expired or revoked, or whose business is not active
   */
  findByHash(hash: string, requireLookUp: () => void): Promise<ActiveKey | undefined>;
  findById(keyId: string): Promise<ActiveKey | undefined>;
  /** Saves when a key was used, at most once a minute per key. */
  recordUse(keyId: string): void;
  /** Call it for every new key: all replicas then accept the key from any address, also from one that sent many wrong keys. */
  publishKey(hash: string): void;
  /** Call it after every change of a key or a business: all replicas then remove it from their caches. */
  invalidate(change: CredentialChange): void;
}

const activeMs = 30_000;
/** Short, because a key may be tried before it is created. */
const inactiveMs = 5000;
const recordUseEveryMs = 60_000;
const cacheEntriesMax = 10_000;

interface CacheEntry {
  /** The key, also one that may not be used; undefined when there is no such key. */
  found: ActiveKey | undefined;
  /** Of `performance.now()`: without NATS a clock that is set back would keep a revoked key valid for as long. */
  until: number;
}

export function createKeyDirectory(db: Database, bus: Bus, logger: Logger): KeyDirectory {
  const active = new LRUCache<string, CacheEntry>({ max: cacheEntriesMax });
  // A separate cache, so that many wrong keys do not remove active keys.
  const inactive = new LRUCache<string, CacheEntry>({ max: cacheEntriesMax });
  const lastUses = new LRUCache<string, number>({ max: cacheEntriesMax });
  const known = createKnownKeys(db, bus, logger);
  void known.load();
  let running = 0;
  /** The changes since the beginning of the oldest look-up that is still running. */
  let changes: (CredentialChange | undefined)[] = [];

  const lookUp = singleFlight(async (cacheKey: string, findKey: () => Promise<Key | null>) => {
    const seen = changes;
    const firstUnseen = seen.length;
    running += 1;
    try {
      const found = await load(db, logger, findKey);
      // The result of a look-up that began before a change must not be cached after it.
      if (!seen.slice(firstUnseen).some((change) => concerns(change, found))) remember(cacheKey, found);
      return keepIfActive(found);
    } finally {
      running -= 1;
      if (running === 0) changes = [];
    }
  });

  async function find(
    cacheKey: string,
    findKey: () => Promise<Key | null>,
    beforeLookUp?: () => void,
  ): Promise<ActiveKey | undefined> {
    const cached = active.get(cacheKey) ?? inactive.get(cacheKey);
    if (cached && performance.now() < cached.until) return keepIfActive(cached.found);
    beforeLookUp?.();
    return lookUp(cacheKey, findKey);
  }

  function remember(cacheKey: string, found: ActiveKey | undefined): void {
    active.delete(cacheKey);
    inactive.delete(cacheKey);
    if (keepIfActive(found)) active.set(cacheKey, { found, until: performance.now() + activeMs });
    else inactive.set(cacheKey, { found, until: performance.now() + inactiveMs });
  }

  function forget(change: CredentialChange | undefined): void {
    if (running > 0) changes.push(change);
    // Callers after the change must not get the result of a look-up that began before it.
    lookUp.forget();
    for (const cache of [active, inactive]) {
      for (const [cacheKey, { found }] of cache.entries()) if (concerns(change, found)) cache.delete(cacheKey);
    }
  }
  onCredentialChange(bus, forget);

  return {
    async findByHash(hash, requireLookUp) {
      const beforeLookUp = () => {
        if (!known.has(hash)) requireLookUp();
      };
      const found = await find(`hash ${hash}`, () => findKeyByHash(db, hash), beforeLookUp);
      if (found) known.add(hash);
      return found;
    },
    findById: (keyId) => find(`id ${keyId}`, () => findKeyById(db, keyId)),
    recordUse(keyId) {
      const now = Date.now();
      if (now - (lastUses.get(keyId) ?? 0) < recordUseEveryMs) return;
      lastUses.set(keyId, now);
      setLastUsed(db, keyId, new Date(now)).catch((error: unknown) =>
        logger.warn({ err: error }, "key last-used time not saved"),
      );
    },
    publishKey: (hash) => known.publish(hash),
    invalidate(change) {
      forget(change);
      publishCredentialChange(bus, change);
    },
  };
}

/** Whether a look-up can have another result after the change. The change may have created a key that was not found before. */
function concerns(change: CredentialChange | undefined, found: ActiveKey | undefined): boolean {
  if (!change || !found) return true;
  return change.businessId === found.business._id && (change.keyId === undefined || change.keyId === found.key._id);
}

/** Called at every use, because a key can expire while it is cached. */
function keepIfActive(found: ActiveKey | undefined): ActiveKey | undefined {
  if (!found || found.key.revokedAt || !found.business.active) return undefined;
  return found.key.expiresAt && found.key.expiresAt.getTime() <= Date.now() ? undefined : found;
}

async function load(db: Database, logger: Logger, findKey: () => Promise<Key | null>): Promise<ActiveKey | undefined> {
  try {
    const key = await findKey();
    const business = key && (await findBusiness(db, key.businessId));
    if (!key || !business) return undefined;
    if (getKeyMode(key) === "live") return { key, business };
    // A key whose creation was interrupted has no sandbox; it gets one at its first use.
    return { key, business, sandboxId: (await ensureSandbox(db, business._id))._id };
  } catch (error) {
    if (error instanceof Refusal && error.code === "business_closed") throw error;
    logger.warn({ err: error }, "credential look-up failed");
    throw unavailable("The credential could not be checked right now. Nothing was done.");
  }
}
