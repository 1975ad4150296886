import { Refusal } from "../errors/refusal.js";
import { withinSpan } from "../telemetry/tracing.js";
import type { BatchedWrite, BatchItem, BatchOutcome, PlannedWrite } from "./batch.types.js";
import { createIdempotencyRow, findStoredReplies, retryOnDuplicateKey } from "./idempotency.js";
import { remainingTimeMs } from "./remaining-time.js";
import type { WriteScope } from "./scope.types.js";
import { runAttempts } from "./transaction-attempts.js";
import { openTransactionScope } from "./transaction-scope.js";
import type { Appends, TransactionEnvironment } from "./transaction.types.js";

interface NewItem<Request> {
  /** Position in the batch. */
  index: number;
  request: Request;
  scope: WriteScope;
}

/**
 * One transaction for many requests of one business. A refused request writes nothing and does not affect the others.
 * @returns the outcomes in the order of the items
 */
export function runBatch<Request, State, Plan, Reply>(
  environment: TransactionEnvironment,
  items: readonly Pick<BatchItem<Request, Reply>, "call" | "request">[],
  batchedWrite: BatchedWrite<Request, State, Plan, Reply>,
): Promise<BatchOutcome<Reply>[]> {
  const calls = items.map(({ call }) => call);
  const [{ businessId, traceparent } = { businessId: "", traceparent: undefined }] = calls;
  const execute = () =>
    retryOnDuplicateKey(calls, () =>
      runAttempts(environment, businessId, async (session, appends, { generation }) => {
        const stored = await findStoredReplies<Reply>(environment.mongo, session, calls, remainingTimeMs(calls));
        const outcomes: (BatchOutcome<Reply> | undefined)[] = [...stored];
        const newItems = items.flatMap(({ call, request }, index) =>
          stored[index]
            ? []
            : [{ index, request, scope: openTransactionScope(environment, call, calls, session, appends, generation) }],
        );
        await executeNewItems(newItems, batchedWrite, outcomes, appends);
        return outcomes.flatMap((outcome) => outcome ?? []);
      }),
    );
  // A span has one parent: the database commands of the batch belong to the trace of the first call.
  return withinSpan(traceparent, execute);
}

/** Loads, decides and writes, and fills in the outcomes. */
async function executeNewItems<Request, State, Plan, Reply>(
  items: readonly NewItem<Request>[],
  { load, decide, write, reply }: BatchedWrite<Request, State, Plan, Reply>,
  outcomes: (BatchOutcome<Reply> | undefined)[],
  appends: Appends,
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const state = await load(
    first.scope,
    items.map(({ request }) => request),
  );
  const planned: PlannedWrite<Plan>[] = [];
  for (const { index, request, scope } of items) {
    try {
      const plan = decide(state, request, scope);
      planned.push({ scope, plan });
      outcomes[index] = { reply: reply(plan) };
      if (scope.call.idempotencyKey) {
        appends.inserts.push({ collection: "idempotency", document: createIdempotencyRow(scope.call, reply(plan)) });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes[index] = { refusal: error };
    }
  }
  if (planned.length > 0) await write(planned);
}
