import type { Call, StoredReplyOnly } from "../../call/call.js";
import { withinSpan } from "../../telemetry/tracing.js";
import type { ClosedBusinesses } from "../tenancy/closed-businesses.js";
import { batchPerBusiness } from "./batch.js";
import type { BatchItem, BatchOutcome } from "./batch.types.js";
import { createEndedProposalRefusal, createRefusalRow, findStoredReplies, retryOnDuplicateKey } from "./idempotency.js";
import { remainingTimeMs } from "./remaining-time.js";
import { runAttempts } from "./transaction-attempts.js";
import type { TransactionBody, TransactionEnvironment } from "./transaction.types.js";

/** A call that only asks for the stored answer of an earlier one. */
export type LookUp = Call & { storedReplyOnly: StoredReplyOnly };

export function isLookUp(call: Call): call is LookUp {
  return call.storedReplyOnly !== undefined;
}

/** Look-ups open no scope, and store that a proposal has ended. `never` fits any type of answer: only the caller knows which one was stored. */
export function createLookUp(environment: TransactionEnvironment, closed: Pick<ClosedBusinesses, "requireOpen">) {
  const enqueue = batchPerBusiness<StoredReplyOnly, never>((items) => findStoredAnswers(environment, items));
  return async (call: LookUp): Promise<never> => {
    closed.requireOpen(call);
    return enqueue(call, call.storedReplyOnly);
  };
}

/**
 * The stored answers of earlier calls of one business with the same keys, in one transaction: many repeats of one call would conflict with each
 * other. The work of the calls never runs.
 *
 * When nothing is stored, a call with this key may still be under way. An expired proposal is therefore refused for good: the
 * refusal is stored under the key, in a transaction that conflicts with the one of that call. Either that call commits first and
 * its answer is returned here, or it finds the refusal and writes nothing. For `proposal_invalid` nothing is stored: the id of a
 * token that could not be verified may be the id of a proposal that can still be approved.
 * @param items each with the refusal for the case that nothing is stored
 * @returns in the order of the items: the answer, that refusal, or idempotency_conflict when other arguments are stored
 */
async function findStoredAnswers<Reply>(
  environment: TransactionEnvironment,
  items: readonly Pick<BatchItem<StoredReplyOnly, Reply>, "call" | "request">[],
): Promise<BatchOutcome<Reply>[]> {
  const calls = items.map(({ call }) => call);
  const [{ businessId, traceparent } = { businessId: "", traceparent: undefined }] = calls;
  for (const { operation, idempotencyKey } of calls)
    if (idempotencyKey === undefined) throw new Error(`${operation}: a look-up without an idempotency key`);
  const attempt: TransactionBody<BatchOutcome<Reply>[]> = async (session, appends) => {
    const stored = await findStoredReplies<Reply>(environment.mongo, session, calls, remainingTimeMs(calls));
    return items.map(({ call, request: code }, index) => {
      const found = stored[index];
      if (found) return found;
      if (code === "proposal_expired")
        appends.inserts.push({ collection: "idempotency", document: createRefusalRow(call, code) });
      return { refusal: createEndedProposalRefusal(code) };
    });
  };
  return withinSpan(traceparent, () => retryOnDuplicateKey(calls, () => runAttempts(environment, businessId, attempt)));
}
