import { createHash } from "node:crypto";
import { createCache } from "../../caches/index.js";
import type { Collection } from "mongodb";
import { isSandboxId } from "../../call/business-id.js";
import type { Call } from "../../call/call.js";
import { Refusal, unavailable } from "../../errors/refusal.js";
import { isDuplicateKeyError } from "../ids.js";
import type { BusinessState, ClosedBusinessRow } from "../infrastructure.js";

const timeoutMs = 5000;
const dayMs = 24 * 60 * 60 * 1000;
/** Longer than JetStream keeps a message, and than any process can have been suspended. */
const keptMs = 30 * dayMs;
/** A sandbox may be emptied many times a day. Its messages are deleted from the stream, and a gateway forgets its id within 30 seconds. */
const emptiedKeptMs = dayMs;
const revisionId = "revision";
const rememberedMax = 10_000;

/**
 * The closed businesses: those that are being offboarded or were deleted. They are kept in memory, because the scope of every call checks them. Each
 * service stores them in its own database, so it knows them also while other services do not answer; see docs/decisions/0051.
 */
export class ClosedBusinesses {
  readonly #rows: Collection<ClosedBusinessRow>;
  #states = new Map<string, BusinessState>();
  /** Hashes of the ids of deleted businesses. */
  #deleted = new Set<string>();
  /** Caches whether a business is deleted, so that calls of a live business compute no hash. */
  readonly #isDeleted = createCache<boolean>({ max: rememberedMax });
  #revision = -1;
  #freshUntil = Number.POSITIVE_INFINITY;
  #lastReading: Promise<void> = Promise.resolve();

  constructor(rows: Collection<ClosedBusinessRow>) {
    this.#rows = rows;
  }

  has(businessId: string): boolean {
    return this.#states.has(businessId) || this.isDeleting(businessId);
  }

  /** Whether the deletion of the business has begun or has ended. */
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

  /** The ids of the businesses that are being offboarded, for workers that search for work across businesses. */
  list(): string[] {
    return [...this.#states.keys()];
  }

  /** The ids of the businesses whose deletion has begun: their records are incomplete. */
  listDeleting(): string[] {
    return [...this.#states].flatMap(([businessId, state]) => (state === "deleting" ? [businessId] : []));
  }

  /** @throws Refusal business_closed, sandbox_busy for the earlier id of a sandbox that was emptied */
  requireOpen({ businessId, allowsClosed }: Pick<Call, "businessId" | "allowsClosed">): void {
    if (allowsClosed === "deleting") return;
    // A process that was suspended must not write after a deletion.
    if (Date.now() > this.#freshUntil)
      throw unavailable("This process has not heard from its database for a while.", 1);
    if (!this.has(businessId)) return;
    const isDeleting = this.isDeleting(businessId);
    if (allowsClosed === "closed" && !isDeleting) return;
    // Calls with a test key of a business that is being deleted do not come so far: the gateway knows the business.
    throw isDeleting && isSandboxId(businessId) ? createSandboxEmptied() : createBusinessClosed();
  }

  /**
   * Reads the closed businesses again if a process has changed them.
   * @param freshMs how long the answer counts; without it, until the next one
   */
  async refresh(freshMs?: number): Promise<void> {
    const askedAt = Date.now();
    await this.#read();
    if (freshMs !== undefined) this.#freshUntil = askedAt + freshMs;
  }

  /** Reads run one after another: otherwise the answer of an earlier read could arrive later and remove a business. */
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
      rows.flatMap(({ _id, state }) => (state === "closed" || state === "deleting" ? [[_id, state] as const] : [])),
    );
    this.#deleted = new Set(rows.flatMap(({ _id, state }) => (state === "deleted" ? [_id] : [])));
    this.#isDeleted.clear();
    this.#revision = revision;
  }

  /** Sets the state of a business. A repeated call, and a late call with an earlier version, change nothing. */
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

  /** Call it when no records of the business remain: its id is replaced by a hash, by which late calls and events are refused. */
  async setDeleted(businessId: string, version: number): Promise<void> {
    const expiresAt = new Date(Date.now() + (isSandboxId(businessId) ? emptiedKeptMs : keptMs));
    await this.#write(toHash(businessId), version, { $set: { version, state: "deleted", expiresAt } });
    await this.#rows.deleteOne({ _id: businessId }, { maxTimeMS: timeoutMs });
    await this.#publish();
  }

  async #write(_id: string, version: number, update: object): Promise<void> {
    const filter = { _id, version: { $lt: version } };
    await this.#rows.updateOne(filter, update, { upsert: true, maxTimeMS: timeoutMs }).catch((error: unknown) => {
      // The stored row has this version or a later one.
      if (!isDuplicateKeyError(error)) throw error;
    });
  }

  /** Called also after a repeat: the process of the first call may have crashed before it. */
  async #publish(): Promise<void> {
    const increase = () =>
      this.#rows.updateOne({ _id: revisionId }, { $inc: { version: 1 } }, { upsert: true, maxTimeMS: timeoutMs });
    // When two processes insert the first row at once, one of them finds the row of the other.
    await increase().catch((error: unknown) => {
      if (!isDuplicateKeyError(error)) throw error;
      return increase();
    });
    await this.refresh();
  }
}

const refreshEveryMs = 1000;
/** Longer than a failover of MongoDB, and much shorter than the time that a deletion waits for other processes. */
const freshMs = 30_000;

/** Keeps the closed businesses of a process up to date. @returns a function that stops it */
export async function watchClosedBusinesses(closed: ClosedBusinesses): Promise<() => void> {
  await closed.refresh(freshMs);
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    // Without the database nothing can be written either. The next attempt follows in a second.
    void closed
      .refresh(freshMs)
      .catch(() => undefined)
      .finally(() => (isRunning = false));
  }, refreshEveryMs).unref();
  return () => clearInterval(timer);
}

export function createBusinessClosed(): Refusal {
  const detail =
    "This business is closed: its calls are refused, and its data will be deleted. Until then an owner in the console or the operator can cancel this. Nothing was done.";
  return new Refusal("business_closed", detail);
}

/** A reset gives a sandbox a new id. Another gateway than the one that carried it out sends requests with the earlier one for up to a second. */
export function createSandboxEmptied(): Refusal {
  return new Refusal(
    "sandbox_busy",
    "This sandbox was emptied a moment ago. Nothing was done. Send the request again.",
    1,
  );
}

/** Whether a call was refused because its business is closed or deleted, or because its sandbox was emptied. */
export const isBusinessClosed = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === "business_closed" || error.code === "sandbox_busy");

const toHash = (businessId: string): string => createHash("sha256").update(businessId).digest("base64url");
