import { type ClientSession, type Db } from "mongodb";
import { LRUCache } from "lru-cache";
import { assertSandboxId } from "../../call/business-id.js";
import { Refusal } from "../../errors/refusal.js";
import type { SandboxFenceRow } from "../infrastructure.js";

/**
 * Every transaction of a sandbox updates one of these records of its service, chosen at random. A reset updates all of them, so it
 * waits for the transactions that are under way, and later ones see it. With a single record, all transactions of a sandbox would
 * conflict with each other.
 */
const fencesPerSandbox = 16;
const knownSandboxesMax = 10_000;
const timeoutMs = 5000;

/** The state of a sandbox, for a transaction that writes to it. */
export interface SandboxState {
  /** How often the sandbox was emptied, this time included. */
  generation: number;
  isEmptying: boolean;
}

const knownSandboxes = new WeakMap<object, LRUCache<string, true>>();

const fences = (mongo: Db) => mongo.collection<SandboxFenceRow>("sandboxFences");

const toFenceIds = (sandboxId: string): string[] =>
  Array.from({ length: fencesPerSandbox }, (_, slot) => `${sandboxId}|${slot}`);

/** Creates the fences of a sandbox that this service has not seen yet. Outside of transactions: two at once would conflict. */
export async function ensureSandboxFences(mongo: Db, sandboxId: string): Promise<void> {
  assertSandboxId(sandboxId);
  const known = knownSandboxes.get(mongo) ?? new LRUCache<string, true>({ max: knownSandboxesMax });
  knownSandboxes.set(mongo, known);
  if (known.has(sandboxId)) return;
  const initial = { businessId: sandboxId, generation: 0, isEmptying: false, writes: 0 };
  const operations = toFenceIds(sandboxId).map((_id) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: initial }, upsert: true },
  }));
  await fences(mongo).bulkWrite(operations, { ordered: false, maxTimeMS: timeoutMs });
  known.set(sandboxId, true);
}

/** The first operation of every transaction of a sandbox. */
export async function enterSandbox(mongo: Db, session: ClientSession, sandboxId: string): Promise<SandboxState> {
  const ids = toFenceIds(sandboxId);
  const _id = ids[Math.floor(Math.random() * ids.length)] ?? "";
  const fence = await fences(mongo).findOneAndUpdate(
    { _id },
    { $inc: { writes: 1 } },
    { session, maxTimeMS: timeoutMs, returnDocument: "after" },
  );
  if (!fence) throw new Error(`the sandbox ${sandboxId} has no fences`);
  return fence;
}

/** After it has returned, no transaction of the sandbox is running or can commit, except those of the reset. */
export async function closeSandbox(mongo: Db, sandboxId: string, generation: number): Promise<void> {
  await ensureSandboxFences(mongo, sandboxId);
  // A repeated request of this reset, or a late one of an earlier reset, changes nothing.
  const filter = { _id: { $in: toFenceIds(sandboxId) }, generation: { $lt: generation } };
  await fences(mongo).updateMany(filter, { $set: { generation, isEmptying: true } }, { maxTimeMS: timeoutMs });
}

/** Ends this reset; a later reset continues. */
export async function openSandbox(mongo: Db, sandboxId: string, generation: number): Promise<void> {
  assertSandboxId(sandboxId);
  const filter = { _id: { $in: toFenceIds(sandboxId) }, generation };
  await fences(mongo).updateMany(filter, { $set: { isEmptying: false } }, { maxTimeMS: timeoutMs });
}

export function createSandboxBusy(): Refusal {
  const detail = "This sandbox is being emptied. Nothing was written.";
  return new Refusal("sandbox_busy", detail, 1);
}
