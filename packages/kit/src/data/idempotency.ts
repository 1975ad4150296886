import { type ClientSession, type Db, MongoClientBulkWriteError } from "mongodb";
import type { Call } from "../call/call.js";
import { Refusal } from "../errors/refusal.js";
import type { IdempotencyRow } from "./infrastructure.js";

/** What an earlier arrival of a request was answered, or why this one is not a repeat of it. */
export type StoredReply<Reply> = { reply: Reply } | { refusal: Refusal };

/**
 * The answers that earlier arrivals of these requests got, in their order; undefined for a request that is new. Read inside
 * the transaction: its snapshot then shows either both the answer and the effect, or neither.
 */
export async function findStoredReplies<Reply>(
  mongo: Db,
  session: ClientSession,
  calls: readonly Call[],
  maxTimeMS: number,
): Promise<(StoredReply<Reply> | undefined)[]> {
  const ids = calls.flatMap((call) => (call.idempotencyKey ? [idempotencyId(call)] : []));
  if (ids.length === 0) return [];
  const rows = await mongo
    .collection<IdempotencyRow>("idempotency")
    .find({ _id: { $in: ids } }, { session, maxTimeMS })
    .toArray();
  return calls.map((call) => {
    const row = call.idempotencyKey && rows.find(({ _id }) => _id === idempotencyId(call));
    return row ? replyOf<Reply>(call, row) : undefined;
  });
}

function replyOf<Reply>(call: Call, row: IdempotencyRow): StoredReply<Reply> {
  if (row.digest !== digestOf(call)) {
    const detail = "This idempotency key was used before with other arguments.";
    return { refusal: new Refusal("idempotency_conflict", detail) };
  }
  call.replayed = true;
  return { reply: row.reply as Reply };
}

export function createIdempotencyRow<Reply>(call: Call, reply: Reply): IdempotencyRow {
  const { businessId } = call;
  return { _id: idempotencyId(call), businessId, digest: digestOf(call), reply, createdAt: new Date() };
}

function idempotencyId(call: Call): string {
  return `${call.businessId}|${call.operation}|${call.idempotencyKey}`;
}

function digestOf(call: Call): string {
  if (!call.requestDigest)
    throw new Error(`${call.operation} has an idempotency key but nothing to compare a repeat with`);
  return call.requestDigest();
}

/** Somebody else stored an answer under the same key between our look and our insert. */
export function isDuplicateIdempotencyKey(error: unknown): boolean {
  if (!(error instanceof MongoClientBulkWriteError)) return false;
  return [...error.writeErrors.values()].some(
    ({ code, message }) => code === 11_000 && message.includes(".idempotency "),
  );
}
