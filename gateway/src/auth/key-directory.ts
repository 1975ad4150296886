import { setTimeout as sleep } from "node:timers/promises";
import { singleFlight } from "@tenant-ops/kit/concurrency";
import { Refusal, unavailable } from "@tenant-ops/kit/errors";
import type { Bus } from "@tenant-ops/kit/events";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { credentialCreatedSubject } from "@tenant-ops/proto/accounts";
import { createCache } from "@tenant-ops/kit/caches";
import type { Accounts, FoundKey } from "../accounts/accounts.js";
import type { Changes, CredentialChange } from "../accounts/changes.js";

const knownKeysMax = 100_000;
const loadAgainMs = 2000;

/**
 * Hashes of keys that exist, so that a guess is recognised without a look-up. A known key may be revoked. Without NATS, a new key is unknown until
 * its first use in this process.
 */
interface KnownKeys {
  has(hash: string): boolean;
  add(hash: string): void;
  /** Reads the newest keys at start, while the gateway serves requests already, until accounts has answered. */
  load(isStopped: () => boolean): Promise<void>;
}

function createKnownKeys(accounts: Accounts, bus: Bus, logger: Logger): KnownKeys {
  const known = createCache<true>({ max: knownKeysMax });
  const add = (hash: string) => void known.set(hash, true);

  bus.subscribe(credentialCreatedSubject, (message) => {
    if (typeof message !== "object" || message === null || !("hash" in message)) return;
    if (typeof message.hash === "string") add(message.hash);
  });
  return {
    has: (hash) => known.has(hash),
    add,
    async load(isStopped) {
      while (!isStopped()) {
        try {
          for await (const hash of accounts.listKeyHashes(knownKeysMax)) add(hash);
          return;
        } catch (error) {
          logger.warn({ err: error }, "known keys not loaded, retrying");
          await sleep(loadAgainMs, undefined, { ref: false });
        }
      }
    },
  };
}

/** A key that may be used now, with its business; of a test key, with the sandbox in which its requests read and write. */
export type ActiveKey = FoundKey;

/** Keys by hash or id, cached for at most 30 seconds. */
export interface KeyDirectory {
  /**
   * @param requireLookUp throws when this caller may not cause a look-up of a key that probably does not exist
   * @returns undefined for a key that is unknown, expired or revoked, or whose business is not active
   */
  findByHash(hash: string, requireLookUp: () => void): Promise<ActiveKey | undefined>;
  findById(keyId: string): Promise<ActiveKey | undefined>;
  /** Saves when a key was used, at most once a minute per key. */
  recordUse(businessId: string, keyId: string): void;
  stop(): void;
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

export interface KeyDirectoryOptions {
  accounts: Accounts;
  changes: Pick<Changes, "onChange">;
  bus: Bus;
  logger: Logger;
}

export function createKeyDirectory(options: KeyDirectoryOptions): KeyDirectory {
  const { accounts, logger } = options;
  const active = createCache<CacheEntry>({ max: cacheEntriesMax });
  // A separate cache, so that many wrong keys do not remove active keys.
  const inactive = createCache<CacheEntry>({ max: cacheEntriesMax });
  const lastUses = createCache<number>({ max: cacheEntriesMax });
  const known = createKnownKeys(accounts, options.bus, logger);
  let isStopped = false;
  void known.load(() => isStopped);
  let running = 0;
  /** The changes since the beginning of the oldest look-up that is still running. */
  let changed: (CredentialChange | undefined)[] = [];

  const lookUp = singleFlight(async (cacheKey: string, findKey: () => Promise<FoundKey | undefined>) => {
    const seen = changed;
    const firstUnseen = seen.length;
    running += 1;
    try {
      const found = await load(logger, findKey);
      // The result of a look-up that began before a change must not be cached after it.
      if (!seen.slice(firstUnseen).some((change) => concerns(change, found))) remember(cacheKey, found);
      return keepIfActive(found);
    } finally {
      running -= 1;
      if (running === 0) changed = [];
    }
  });

  async function find(
    cacheKey: string,
    findKey: () => Promise<FoundKey | undefined>,
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
    if (running > 0) changed.push(change);
    // Callers after the change must not get the result of a look-up that began before it.
    lookUp.forget();
    for (const cache of [active, inactive]) {
      for (const [cacheKey, { found }] of cache.entries()) if (concerns(change, found)) cache.delete(cacheKey);
    }
  }
  options.changes.onChange(forget);

  return {
    async findByHash(hash, requireLookUp) {
      const beforeLookUp = () => {
        if (!known.has(hash)) requireLookUp();
      };
      const found = await find(`hash ${hash}`, () => accounts.findKeyByHash(hash), beforeLookUp);
      if (found) known.add(hash);
      return found;
    },
    findById: (keyId) => find(`id ${keyId}`, () => accounts.findKeyById(keyId)),
    recordUse(businessId, keyId) {
      const now = Date.now();
      if (now - (lastUses.get(keyId) ?? 0) < recordUseEveryMs) return;
      lastUses.set(keyId, now);
      accounts
        .recordKeyUse(businessId, keyId, new Date(now))
        .catch((error: unknown) => logger.warn({ err: error }, "key last-used time not saved"));
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Whether a look-up can have another result after the change. The change may have created a key that was not found before. */
function concerns(change: CredentialChange | undefined, found: ActiveKey | undefined): boolean {
  if (!change || !found) return true;
  return change.businessId === found.business.id && (change.keyId === undefined || change.keyId === found.key.id);
}

/** Called at every use, because a key can expire while it is cached. */
function keepIfActive(found: ActiveKey | undefined): ActiveKey | undefined {
  if (!found || found.key.isRevoked || !found.business.active) return undefined;
  return found.key.expiresAt !== "" && Date.parse(found.key.expiresAt) <= Date.now() ? undefined : found;
}

async function load(logger: Logger, findKey: () => Promise<FoundKey | undefined>): Promise<ActiveKey | undefined> {
  try {
    return await findKey();
  } catch (error) {
    if (error instanceof Refusal && error.code === "business_closed") throw error;
    logger.warn({ err: error }, "credential look-up failed");
    throw unavailable("The credential could not be checked right now. Nothing was done.");
  }
}
