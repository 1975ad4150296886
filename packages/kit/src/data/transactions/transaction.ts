import type { ClientSession } from "mongodb";
import type { Call } from "../../call/call.js";
import { Refusal } from "../../errors/refusal.js";
import { withinSpan } from "../../telemetry/tracing.js";
import type { InboxRow } from "../infrastructure.js";
import type { WriteScope } from "../tenancy/scope.types.js";
import type { CollectionContext } from "../tenancy/tenant-collection.types.js";
import type { BatchItem, BatchOutcome } from "./batch.types.js";
import { createIdempotencyRow, findStoredReplies, retryOnDuplicateKey } from "./idempotency.js";
import { createOutboxEvent } from "./outbox-row.js";
import { remainingTimeMs } from "./remaining-time.js";
import { runAttempts } from "./transaction-attempts.js";
import type { Appends, TransactionBody, TransactionEnvironment } from "./transaction.types.js";

/** One transaction of one call. Its answer is stored under the call's idempotency key. See `Database.transaction`. */
export async function runTransaction<Reply>(
  environment: TransactionEnvironment,
  call: Call,
  work: (scope: WriteScope) => Promise<Reply>,
): Promise<Reply> {
  // True while the row with our key is being inserted: a conflict then means that the same request runs elsewhere.
  let isInsertingKey = false;
  const attempt: TransactionBody<Reply> = async (session, appends) => {
    const timeMs = isInsertingKey ? remainingTimeInFlightMs(call) : remainingTimeMs([call]);
    isInsertingKey = false;
    const [stored] = await findStoredReplies<Reply>(environment.mongo, session, [call], timeMs);
    if (stored && "refusal" in stored) throw stored.refusal;
    if (stored) return stored.reply;
    const reply = await work(openTransactionScope(environment, call, [call], session, appends));
    if (call.idempotencyKey)
      appends.inserts.push({ collection: "idempotency", document: createIdempotencyRow(call, reply) });
    isInsertingKey = call.idempotencyKey !== undefined;
    return reply;
  };
  return retryOnDuplicateKey([call], () => runAttempts(environment, call.businessId, attempt));
}

/** When the deadline passes while the same request runs elsewhere, the refusal says so; it is not a time-out. */
function remainingTimeInFlightMs(call: Call): number {
  if (call.deadline > Date.now()) return remainingTimeMs([call]);
  throw new Refusal("idempotency_in_flight", "The same request is still being worked on.", 1);
}

/** The result of processing an event: done now, or done earlier. */
export type EventResult = "processed" | "duplicate";

/** An event of a business. `id` is stored in the inbox when it is processed. */
export interface IncomingEvent<Event> {
  id: string;
  event: Event;
}

/** An event and the scope of its own call. All scopes write into the same transaction. */
export interface EventInTransaction<Event> {
  event: Event;
  scope: WriteScope;
}

/**
 * One transaction for events of one business, which stores their ids in the inbox; `work` gets the events whose ids are not there yet. See
 * `Database.processOnce`.
 */
export async function runOnceForEvents<Event>(
  environment: TransactionEnvironment,
  items: readonly Pick<BatchItem<IncomingEvent<Event>, EventResult>, "call" | "request">[],
  work: (events: readonly EventInTransaction<Event>[]) => Promise<void>,
): Promise<BatchOutcome<EventResult>[]> {
  const calls = items.map(({ call }) => call);
  const [{ businessId, traceparent } = { businessId: "", traceparent: undefined }] = calls;
  const ids = items.map(({ request }) => request.id);
  const attempt: TransactionBody<BatchOutcome<EventResult>[]> = async (session, appends) => {
    const inbox = environment.mongo.collection<InboxRow>("inbox");
    const found = inbox.find({ _id: { $in: ids } }, { session, maxTimeMS: remainingTimeMs(calls) });
    const processed = new Set((await found.toArray()).map(({ _id }) => _id));
    const waiting = items.filter(({ request }) => !processed.has(request.id));
    const openScope = (call: Call) => openTransactionScope(environment, call, calls, session, appends);
    if (waiting.length > 0)
      await work(waiting.map(({ call, request: { event } }) => ({ event, scope: openScope(call) })));
    for (const { request } of waiting)
      appends.inserts.push({ collection: "inbox", document: { _id: request.id, businessId, at: new Date() } });
    return ids.map((id) => ({ reply: processed.has(id) ? "duplicate" : "processed" }));
  };
  // A span has one parent, so the database commands belong to the trace of the first event.
  return withinSpan(traceparent, () => runAttempts(environment, businessId, attempt));
}

/** The scope of one call inside a transaction. `calls` are all calls that share the transaction: its time is theirs. */
export function openTransactionScope(
  environment: TransactionEnvironment,
  call: Call,
  calls: readonly Call[],
  session: ClientSession,
  appends: Appends,
): WriteScope {
  const context: CollectionContext = {
    businessId: call.businessId,
    session,
    maxTimeMS: () => remainingTimeMs(calls),
    append: (collection, document) => void appends.inserts.push({ collection, document }),
    appendUpdate: (collection, filter, update) => void appends.updates.push({ collection, filter, update }),
    onChange: (collection) => void appends.changed.add(collection),
  };
  return environment.openScope(call, {
    context,
    count: (change) => void appends.counts.push(change),
    countCombination: (change) => void appends.combinations.push(change),
    appendEvent: (schema, event) => void appends.events.push(createOutboxEvent(call, schema, event)),
  });
}
