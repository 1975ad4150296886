import { readIdempotencyKey } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { idempotencyConflict, Refusal } from "@tenant-ops/kit/errors";
import { computeBodyDigest, getOperationPath } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import { type NamedWrite, releaseWrite, reserveWrite, storeReply } from "./named-writes.store.js";

/** One write of an operator or a person. With an Idempotency-Key, a repeat gets the same values. */
export interface PlannedWrite {
  /** The id of the record that it creates. */
  newId: string;
  /** The time that its records get. */
  at: Date;
  /** Differs for any two writes; undefined without an Idempotency-Key. */
  name?: string;
}

/**
 * Runs a write once per Idempotency-Key; a repeat gets the stored answer. After a crash, or when two of them run at once, `work` runs again with the
 * same ids and times, so each of its steps must be one that can be repeated.
 * @param reveal adds fields to the answer that must not be stored
 * @throws Refusal idempotency_conflict
 */
export type RunOnce = <Stored, Answer = Stored>(
  createId: () => string,
  work: (write: PlannedWrite) => Promise<Stored>,
  reveal?: (stored: Stored, write: PlannedWrite) => Answer,
) => Promise<Answer>;

/**
 * @param getActor returns the actor; the same key of another actor is another write. Called when the write runs
 * @returns `state.replayed` is true afterwards when the answer was stored
 */
export function createRunOnce(
  db: Database,
  request: FastifyRequest,
  getActor: () => string | undefined,
): { runOnce: RunOnce; state: { replayed?: boolean } } {
  const state: { replayed?: boolean } = {};
  const runOnce: RunOnce = async (createId, work, reveal = (stored) => stored as never) => {
    const name = nameWrite(request, getActor());
    if (name === undefined) {
      const unnamed = { newId: createId(), at: new Date() };
      return reveal(await work(unnamed), unnamed);
    }
    const digest = computeBodyDigest(request);
    const own = { _id: name, digest, newId: createId(), createdAt: new Date() };
    const reserved = await reserveWrite(db, own);
    if (reserved.digest !== digest) throw idempotencyConflict();
    const write = { newId: reserved.newId, at: reserved.createdAt, name: `${name}|${reserved.newId}` };
    if (reserved.reply !== undefined) {
      state.replayed = true;
      return reveal(reserved.reply as Awaited<ReturnType<typeof work>>, write);
    }
    const reply = await work(write).catch((error: unknown) => releaseRefused(db, reserved, error));
    await storeReply(db, name, reply);
    return reveal(reply, write);
  };
  return { runOnce, state };
}

/** A refused write has changed nothing: the corrected request may have the same key, as for tenants. */
async function releaseRefused(db: Database, reserved: NamedWrite, error: unknown): Promise<never> {
  if (error instanceof Refusal && !error.retryable) await releaseWrite(db, reserved);
  throw error;
}

function nameWrite(request: FastifyRequest, actor: string | undefined): string | undefined {
  const key = readIdempotencyKey(request);
  if (key === undefined) return undefined;
  return [actor, request.method, getOperationPath(request), key].join("|");
}
