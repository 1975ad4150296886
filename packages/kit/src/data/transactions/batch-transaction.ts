import { Refusal } from "../../errors/refusal.js";
import { withinSpan } from "../../telemetry/tracing.js";
import {
  BatchAttempt,
  type BatchedWrite,
  type BatchItem,
  type BatchOutcome,
  type PlannedWrite,
} from "./batch.types.js";
import { createIdempotencyRow, findStoredReplies, retryOnDuplicateKey, type StoredReply } from "./idempotency.js";
import type { IdempotencyRow } from "../infrastructure.js";
import { createLateRefusal, isLate, remainingTimeMs } from "./remaining-time.js";
import type { WriteScope } from "../tenancy/scope.types.js";
import { runAttempts } from "./transaction-attempts.js";
import { openTransactionScope } from "./transaction.js";
import type { TransactionBody, TransactionEnvironment } from "./transaction.types.js";

interface NewItem<Request> {
  /** Position in the batch. */
  index: number;
  request: Request;
  scope: WriteScope;
}

/**
 * One transaction for many requests of one business. A refused request writes nothing and does not affect the others.
 *
 * The first attempt is planned on remembered records and looks up no stored answers: the command that writes fails when a record has changed or an
 * idempotency key is taken, and then an attempt with fresh reads follows. Refusals are also decided on fresh reads.
 * @returns the outcomes in the order of the items
 */
export async function runBatch<Request, State, Plan, Reply>(
  environment: TransactionEnvironment,
  items: readonly Pick<BatchItem<Request, Reply>, "call" | "request">[],
  batchedWrite: BatchedWrite<Request, State, Plan, Reply>,
): Promise<BatchOutcome<Reply>[]> {
  const calls = items.map(({ call }) => call);
  const [{ businessId, traceparent } = { businessId: "", traceparent: undefined }] = calls;
  let isCareful = false;
  let attempt = new BatchAttempt(false);
  const runAttempt: TransactionBody<BatchOutcome<Reply>[]> = async (session, appends) => {
    attempt = new BatchAttempt(isCareful);
    const openItems = (stored: readonly (StoredReply<Reply> | undefined)[]) =>
      items.flatMap(({ call, request }, index) =>
        stored[index]
          ? []
          : [{ index, request, scope: openTransactionScope(environment, call, calls, session, appends) }],
      );
    const findStored = () => findStoredReplies<Reply>(environment.mongo, session, calls, remainingTimeMs(calls));
    let stored = isCareful ? await findStored() : [];
    isCareful = true;
    let planned = await planItems(openItems(stored), batchedWrite, attempt);
    if (!attempt.isFresh && planned.hasRefusals) {
      stored = await findStored();
      // Otherwise the refusals were decided on what this transaction has read.
      if (attempt.usesMemory || stored.some(Boolean)) {
        attempt = new BatchAttempt(true);
        planned = await planItems(openItems(stored), batchedWrite, attempt);
      }
    }
    appends.isPlannedOnMemory = attempt.usesMemory;
    appends.inserts.push(...planned.idempotencyRows.map((document) => ({ collection: "idempotency", document })));
    if (planned.writes.length > 0) await batchedWrite.write(planned.writes);
    return items.flatMap((_, index) => stored[index] ?? planned.outcomes.get(index) ?? []);
  };
  // A span has one parent, so the database commands of the batch belong to the trace of the first call.
  const outcomes = await withinSpan(traceparent, () =>
    retryOnDuplicateKey(calls, () => runAttempts(environment, businessId, runAttempt)),
  );
  attempt.committed();
  return outcomes;
}

interface PlannedItems<Plan, Reply> {
  writes: PlannedWrite<Plan>[];
  idempotencyRows: IdempotencyRow[];
  /** By the position in the batch. */
  outcomes: Map<number, BatchOutcome<Reply>>;
  hasRefusals: boolean;
}

/** Loads and decides. It writes nothing. */
async function planItems<Request, State, Plan, Reply>(
  items: readonly NewItem<Request>[],
  { load, decide, reply }: BatchedWrite<Request, State, Plan, Reply>,
  attempt: BatchAttempt,
): Promise<PlannedItems<Plan, Reply>> {
  const planned: PlannedItems<Plan, Reply> = {
    writes: [],
    idempotencyRows: [],
    outcomes: new Map(),
    hasRefusals: false,
  };
  const [first] = items;
  if (!first) return planned;
  const requests = items.map(({ request }) => request);
  const state = await load(first.scope, requests, attempt);
  for (const { index, request, scope } of items) {
    try {
      // A batch can be repeated for a long time, because of conflicts or without its database.
      if (isLate(scope.call)) throw createLateRefusal();
      const plan = decide(state, request, scope);
      const answer = reply(plan);
      planned.writes.push({ scope, plan });
      planned.outcomes.set(index, { reply: answer });
      if (scope.call.idempotencyKey) planned.idempotencyRows.push(createIdempotencyRow(scope.call, answer));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      planned.outcomes.set(index, { refusal: error });
      planned.hasRefusals = true;
    }
  }
  return planned;
}
