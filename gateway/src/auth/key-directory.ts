import type { Database } from "@tenant-ops/kit/data";
import { unavailable } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { LRUCache } from "lru-cache";
import { type Business, findBusiness } from "./businesses.store.js";
import { findKeyByHash, findKeyById, type Key, setLastUsed } from "./keys.store.js";

/** A key that may be used now, with the business that it opens. */
export interface ActiveKey {
  key: Key;
  business: Business;
}

/** Keys by hash or id, from memory for half a minute at most. */
export interface KeyDirectory {
  /** @returns undefined for a key that is unknown, expired or revoked, or whose business is not active */
  findByHash(hash: string): Promise<ActiveKey | undefined>;
  findById(keyId: string): Promise<ActiveKey | undefined>;
  /** Remembers when a key was used, in the database at most once a minute. */
  recordUse(keyId: string): void;
  /** To be called after every change to a key or a business: all replicas look again. */
  invalidate(): void;
}

const goodMs = 30_000;
/** Short, because a key may be tried before it is made. */
const badMs = 5000;
const usedEveryMs = 60_000;
const cacheEntriesMax = 10_000;
const changedSubject = "gateway.credentials.changed";

interface Entry {
  found: ActiveKey | undefined;
  until: number;
}

export function createKeyDirectory(db: Database, bus: Bus, logger: Logger): KeyDirectory {
  const good = new LRUCache<string, Entry>({ max: cacheEntriesMax });
  // Apart from the good ones, so that a flood of wrong keys cannot push those out.
  const bad = new LRUCache<string, Entry>({ max: cacheEntriesMax });
  // Requests that come while a key is looked up wait for the same look-up.
  const pending = new Map<string, Promise<ActiveKey | undefined>>();
  const lastUsed = new LRUCache<string, number>({ max: cacheEntriesMax });

  // Everything goes, not only one key: changes are rare, and a look-up that began before the change cannot slip back in.
  const forget = () => [good, bad, pending].forEach((memory) => memory.clear());
  bus.subscribe(changedSubject, forget);

  async function resolve(name: string, look: () => Promise<Key | null>): Promise<ActiveKey | undefined> {
    const known = good.get(name) ?? bad.get(name);
    if (known && known.until > Date.now()) return toActiveKey(known.found);
    const looking = pending.get(name) ?? load(look);
    pending.set(name, looking);
    try {
      const found = toActiveKey(await looking);
      if (pending.get(name) === looking) remember(name, found);
      return found;
    } finally {
      if (pending.get(name) === looking) pending.delete(name);
    }
  }

  function remember(name: string, found: ActiveKey | undefined): void {
    good.delete(name);
    bad.delete(name);
    if (found) good.set(name, { found, until: Date.now() + goodMs });
    else bad.set(name, { found, until: Date.now() + badMs });
  }

  async function load(look: () => Promise<Key | null>): Promise<ActiveKey | undefined> {
    try {
      const key = await look();
      const business = key && (await findBusiness(db, key.businessId));
      return key && business ? { key, business } : undefined;
    } catch (error) {
      logger.warn({ err: error }, "credential not checked");
      throw unavailable("The credential could not be checked right now. Nothing was done.");
    }
  }

  return {
    findByHash: (hash) => resolve(`hash ${hash}`, () => findKeyByHash(db, hash)),
    findById: (keyId) => resolve(`id ${keyId}`, () => findKeyById(db, keyId)),
    recordUse(keyId) {
      const now = Date.now();
      if (now - (lastUsed.get(keyId) ?? 0) < usedEveryMs) return;
      lastUsed.set(keyId, now);
      setLastUsed(db, keyId, new Date(now)).catch((error: unknown) => logger.warn({ err: error }, "last use not kept"));
    },
    invalidate() {
      forget();
      bus.publish(changedSubject, {});
    },
  };
}

/** Asked again at every use: a key can expire while it is in memory. */
function toActiveKey(found: ActiveKey | undefined): ActiveKey | undefined {
  if (!found || found.key.revokedAt || !found.business.active) return undefined;
  return found.key.expiresAt && found.key.expiresAt.getTime() <= Date.now() ? undefined : found;
}
