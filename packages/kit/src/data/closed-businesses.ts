import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Collection } from "mongodb";
import type { Call } from "../call/call.js";
import { Refusal, unavailable } from "../errors/refusal.js";
import { isDuplicateKeyError } from "./duplicate-key.js";
import type { BusinessState, ClosedBusinessRow } from "./infrastructure.js";

const timeoutMs = 5000;
/** Longer than JetStream keeps a message, and than any process can have been suspended. */
const keptMs = 30 * 24 * 60 * 60 * 1000;
const revisionId = "revision";
const rememberedMax = 10_000;

/**
 * The businesses that leave or were deleted, kept in memory: every scope of a call asks. Each process has them in its own database, so it knows them
 * also while others do not answer; see docs/decisions/0051.
 */
export class ClosedBusinesses {
  readonly #rows: Collection<ClosedBusinessRow>;
  #states = new Map<string, BusinessState>();
  /** Hashes of the ids of deleted businesses. */
  #deleted = new Set<string>();
  /** Whether the id of a business is one of them, so that a call of a live business computes no hash. */
  readonly #isDeleted = new LRUCache<string, boolean>({ max: rememberedMax });
  #revision = -1;
  #freshUntil = Number.POSITIVE_INFINITY;
  #lastReading: Promise<void> = Promise.resolve();

  constructor(rows: Collection<ClosedBusinessRow>) {
    this.#rows = rows;
  }

  has(businessId: string): boolean {
    return this.#states.has(businessId) || this.isDeleting(businessId);
  }

  /** Its deletion has begun, or has ended. */
  isDeleting(businessId: string): boolean {
    if (this.#states.get(businessId) === "deleting") return true;
    if (this.#deleted.size === 0) return false;
    let isDeleted = this.#isDeleted.get(businessId);
    if (isDeleted === undefined) {
      isDeleted = this.#deleted.has(toHash(businessId));
      this.#isDeleted.set(businessId, isDeleted);
    }
    return isDeleted;
  }

  /** The ids of those that leave, for workers that look for work across businesses. */
  list(): string[] {
    return [...this.#states.keys()];
  }

  /** The ids of those of which parts are gone already: nothing of them adds up. */
  listDeleting(): string[] {
    return [...this.#states].flatMap(([businessId, state]) => (state === "deleting" ? [businessId] : []));
  }

  /** @throws Refusal business_leaving */
  requireOpen({ businessId, allowsClosed }: Pick<Call, "businessId" | "allowsClosed">): void {
    if (allowsClosed === "deleting") return;
    // A process that was suspended must not write behind a deletion.
    if (Date.now() > this.#freshUntil)
      throw unavailable("This process has not heard from its database for a while.", 1);
    if (!this.has(businessId)) return;
    if (allowsClosed === "leaving" && !this.isDeleting(businessId)) return;
    throw createBusinessLeaving();
  }

  /**
   * Reads the businesses again when a process has changed them.
   * @param freshMs how long the answer counts; without it, until the next one
   */
  async refresh(freshMs?: number): Promise<void> {
    const askedAt = Date.now();
    await this.#read();
    if (freshMs !== undefined) this.#freshUntil = askedAt + freshMs;
  }

  /** One after the other: the answer of an earlier reading may come later, and would forget a business. */
  #read(): Promise<void> {
    const reading = this.#lastReading.then(() => this.#readNow());
    this.#lastReading = reading.catch(() => undefined);
    return reading;
  }

  async #readNow(): Promise<void> {
    const found = await this.#rows.findOne({ _id: revisionId }, { maxTimeMS: timeoutMs });
    const revision = found?.version ?? 0;
    if (revision === this.#revision) return;
    const now = new Date();
    await this.#rows.deleteMany({ expiresAt: { $lt: now } }, { maxTimeMS: timeoutMs });
    const rows = await this.#rows.find({ state: { $exists: true } }, { maxTimeMS: timeoutMs }).toArray();
    this.#states = new Map(
      rows.flatMap(({ _id, state }) => (state === "leaving" || state === "deleting" ? [[_id, state] as const] : [])),
    );
    this.#deleted = new Set(rows.flatMap(({ _id, state }) => (state === "deleted" ? [_id] : [])));
    this.#isDeleted.clear();
    this.#revision = revision;
  }

  /** A repeat, and a late call with an earlier version, change nothing. */
  async setState(businessId: string, version: number, state: BusinessState): Promise<void> {
    const left = await this.#rows.findOne({ _id: toHash(businessId) }, { maxTimeMS: timeoutMs });
    if (left) return;
    const isOpen = state === "open";
    await this.#write(businessId, version, {
      $set: { version, state, ...(isOpen && { expiresAt: new Date(Date.now() + keptMs) }) },
      ...(!isOpen && { $unset: { expiresAt: true as const } }),
    });
    await this.#publish();
  }

  /** Nothing of the business is left: its id is replaced by a hash, which refuses late calls and events. */
  async setDeleted(businessId: string, version: number): Promise<void> {
    const expiresAt = new Date(Date.now() + keptMs);
    await this.#write(toHash(businessId), version, { $set: { version, state: "deleted", expiresAt } });
    await this.#rows.deleteOne({ _id: businessId }, { maxTimeMS: timeoutMs });
    await this.#publish();
  }

  async #write(_id: string, version: number, update: object): Promise<void> {
    const filter = { _id, version: { $lt: version } };
    await this.#rows.updateOne(filter, update, { upsert: true, maxTimeMS: timeoutMs }).catch((error: unknown) => {
      // The row has this version or a later one.
      if (!isDuplicateKeyError(error)) throw error;
    });
  }

  /** Also after a repeat: the first call may have died before it. */
  async #publish(): Promise<void> {
    const increase = () =>
      this.#rows.updateOne({ _id: revisionId }, { $inc: { version: 1 } }, { upsert: true, maxTimeMS: timeoutMs });
    // Two first ones at once: one of them finds the row of the other.
    await increase().catch((error: unknown) => {
      if (!isDuplicateKeyError(error)) throw error;
      return increase();
    });
    await this.refresh();
  }
}

const refreshEveryMs = 1000;
/** Longer than a database is without a primary, and well below the time that a deletion waits for other processes. */
const freshMs = 30_000;

/** Keeps the businesses of a process up to date. @returns how to stop */
export async function watchClosedBusinesses(closed: ClosedBusinesses): Promise<() => void> {
  await closed.refresh(freshMs);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    // Without the database nothing can be written either, and the next round comes in a second.
    void closed
      .refresh(freshMs)
      .catch(() => undefined)
      .finally(() => (isRunning = false));
  }, refreshEveryMs).unref();
  return () => clearInterval(timer);
}

export function createBusinessLeaving(): Refusal {
  const detail =
    "This business leaves: its calls are refused, and its data will be deleted. An owner in the console or the operator can cancel it until then. Nothing was done.";
  return new Refusal("business_leaving", detail);
}

const toHash = (businessId: string): string => createHash("sha256").update(businessId).digest("base64url");
