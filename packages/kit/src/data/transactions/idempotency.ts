import { type ClientSession, type Db, MongoClientBulkWriteError } from "mongodb";
import type { Call, StoredReplyOnly } from "../../call/call.js";
import { idempotencyConflict, Refusal } from "../../errors/refusal.js";
import type { IdempotencyRow } from "../infrastructure.js";

/** The stored answer of an earlier call with the same key, or the refusal when that call had other arguments. */
export type StoredReply<Reply> = { reply: Reply } | { refusal: Refusal };

/**
 * Finds the stored answers of these calls, in their order; undefined for a new call. It reads inside the transaction, whose
 * snapshot contains both the answer and the records it belongs to, or neither.
 */
export async function findStoredReplies<Reply>(
  mongo: Db,
  session: ClientSession,
  calls: readonly Call[],
  maxTimeMS: number,
): Promise<(StoredReply<Reply> | undefined)[]> {
  const ids = calls.flatMap((call) => (call.idempotencyKey ? [toIdempotencyId(call)] : []));
  if (ids.length === 0) return [];
  const rows = await mongo
    .collection<IdempotencyRow>("idempotency")
    .find({ _id: { $in: ids } }, { session, maxTimeMS })
    .toArray();
  return calls.map((call) => {
    const row = call.idempotencyKey && rows.find(({ _id }) => _id === toIdempotencyId(call));
    return row ? readReply<Reply>(call, row) : undefined;
  });
}

function readReply<Reply>(call: Call, row: IdempotencyRow): StoredReply<Reply> {
  if (row.digest !== computeDigest(call)) return { refusal: idempotencyConflict() };
  if (row.refusedAs) return { refusal: createEndedProposalRefusal(row.refusedAs) };
  call.replayed = true;
  return { reply: row.reply as Reply };
}

export function createEndedProposalRefusal(code: StoredReplyOnly): Refusal {
  return new Refusal(code, "This proposal ended before it was carried out. Nothing was written with it.");
}

export function createIdempotencyRow<Reply>(call: Call, reply: Reply): IdempotencyRow {
  const { businessId } = call;
  // A deletion answers nothing.
  const stored = reply !== undefined && { reply };
  return { _id: toIdempotencyId(call), businessId, digest: computeDigest(call), ...stored, createdAt: new Date() };
}

/** Stored by a look-up that found nothing: a call with the same key that is still under way is then refused as well. */
export function createRefusalRow(call: Call, refusedAs: "proposal_expired"): IdempotencyRow {
  const { businessId } = call;
  return { _id: toIdempotencyId(call), businessId, digest: computeDigest(call), refusedAs, createdAt: new Date() };
}

function toIdempotencyId(call: Call): string {
  return `${call.businessId}|${call.operation}|${call.idempotencyKey}`;
}

function computeDigest(call: Call): string {
  if (!call.requestDigest) throw new Error(`${call.operation} has an idempotency key but no requestDigest`);
  return call.requestDigest();
}

/** Runs `attempt` once more when another call with the same key stored its answer between our read and our insert. */
export async function retryOnDuplicateKey<Result>(
  calls: readonly Call[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (calls.some((call) => call.idempotencyKey) && isDuplicateIdempotencyKey(error)) return attempt();
    throw error;
  }
}

function isDuplicateIdempotencyKey(error: unknown): boolean {
  if (!(error instanceof MongoClientBulkWriteError)) return false;
  return [...error.writeErrors.values()].some(
    ({ code, message }) => code === 11_000 && message.includes(".idempotency "),
  );
}
