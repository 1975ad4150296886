import type { Call, StoredReplyOnly } from "../../call/call.js";
import {
  createEndedProposalRefusal,
  createRefusalRow,
  findStoredReplies,
  retryOnDuplicateKey,
  type StoredReply,
} from "./idempotency.js";
import { remainingTimeMs } from "./remaining-time.js";
import { runAttempts } from "./transaction-attempts.js";
import type { TransactionEnvironment } from "./transaction.types.js";

/** A call that only asks for the stored answer of an earlier one. */
export type LookUp = Call & { storedReplyOnly: StoredReplyOnly };

export function isLookUp(call: Call): call is LookUp {
  return call.storedReplyOnly !== undefined;
}

/**
 * The stored answer of an earlier call with the same key. The work of the call never runs.
 *
 * When nothing is stored, a call with this key may still be under way. An expired proposal is therefore refused for good: the
 * refusal is stored under the key, in a transaction that conflicts with the one of that call. Either that call commits first and
 * its answer is returned here, or it finds the refusal and writes nothing. For `proposal_invalid` nothing is stored: the id of a
 * token that could not be verified may be the id of a proposal that can still be approved.
 * @throws Refusal of `storedReplyOnly` when nothing is stored, idempotency_conflict when other arguments are
 */
export async function findStoredReply<Reply>(environment: TransactionEnvironment, call: LookUp): Promise<Reply> {
  const { storedReplyOnly } = call;
  if (call.idempotencyKey === undefined) throw new Error(`${call.operation}: a look-up without an idempotency key`);
  const found = await retryOnDuplicateKey([call], () =>
    runAttempts(environment, call.businessId, async (session, appends): Promise<StoredReply<Reply>> => {
      const [stored] = await findStoredReplies<Reply>(environment.mongo, session, [call], remainingTimeMs([call]));
      if (stored) return stored;
      if (storedReplyOnly === "proposal_expired")
        appends.inserts.push({ collection: "idempotency", document: createRefusalRow(call, storedReplyOnly) });
      return { refusal: createEndedProposalRefusal(storedReplyOnly) };
    }),
  );
  if ("refusal" in found) throw found.refusal;
  return found.reply;
}
