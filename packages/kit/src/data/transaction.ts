import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import {
  type ClientSession,
  type Db,
  type Document,
  MongoClientBulkWriteError,
  MongoClientBulkWriteExecutionError,
  MongoError,
  MongoErrorLabel,
  MongoServerError,
  type MongoClient,
  type TransactionOptions,
} from "mongodb";
import { createOrphanedTransactionCleaner } from "./orphaned-transactions.js";
import { createOutboxRow } from "./outbox-row.js";
import type { BatchedWrite, BatchOutcome, BatchItem, PlannedItem } from "./batch.types.js";
import type { Call } from "../call/call.js";
import type { CollectionContext } from "./tenant-collection.js";
import { Refusal } from "../errors/refusal.js";
import { createIdempotencyRow, isDuplicateIdempotencyKey, findStoredReplies } from "./idempotency.js";
import type { InboxRow } from "./infrastructure.js";
import type { WriteScope } from "./scope.types.js";
import type { Logger, Metrics } from "../telemetry/telemetry.js";
import { withinSpan } from "../telemetry/tracing.js";
import type { KeyedMutex } from "../concurrency/keyed-mutex.js";

/** Where transactions run, and how a scope inside of one is made. */
export interface TransactionStore {
  client: MongoClient;
  mongo: Db;
  logger: Logger;
  metrics: Metrics | undefined;
  retryMutex: KeyedMutex;
  open: (call: Call, transaction: TransactionScope) => WriteScope;
  /** Called after a commit that announced something. */
  announced: () => void;
}

export interface TransactionScope {
  context: CollectionContext;
  announce<Schema extends DescMessage>(schema: Schema, event: MessageInitShape<Schema>): void;
}

interface Append {
  collection: string;
  document: Document;
}

const transactionOptions: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", journal: true },
  readPreference: "primary",
  maxCommitTimeMS: 10_000,
};

/** One transaction of one call, its answer kept under the call's idempotency key. See `Database.transaction`. */
export async function runTransaction<Reply>(
  store: TransactionStore,
  call: Call,
  work: (scope: WriteScope) => Promise<Reply>,
): Promise<Reply> {
  // Set while the row with our key is being written: a conflict then means that another arrival of this request is at it.
  let isWritingKey = false;
  const attempt = () =>
    transact(store, call.businessId, async (session, appends) => {
      const time = isWritingKey ? inFlightTime(call) : remainingTimeMs([call]);
      isWritingKey = false;
      const [stored] = await findStoredReplies<Reply>(store.mongo, session, [call], time);
      if (stored && "refusal" in stored) throw stored.refusal;
      if (stored) return stored.reply;
      const reply = await work(
        store.open(
          call,
          transactionScope(call, session, () => remainingTimeMs([call]), appends),
        ),
      );
      if (call.idempotencyKey) appends.push({ collection: "idempotency", document: createIdempotencyRow(call, reply) });
      isWritingKey = call.idempotencyKey !== undefined;
      return reply;
    });
  try {
    return await attempt();
  } catch (error) {
    if (call.idempotencyKey && isDuplicateIdempotencyKey(error)) return attempt();
    throw error;
  }
}

/** A transaction whose effect is noted under `id`; where the note exists, nothing happens. See `Database.once`. */
export function runOnceForEvent(
  store: TransactionStore,
  id: string,
  call: Call,
  work: (scope: WriteScope) => Promise<void>,
): Promise<"done" | "repeated"> {
  return transact(store, call.businessId, async (session, appends) => {
    const inbox = store.mongo.collection<InboxRow>("inbox");
    if (await inbox.findOne({ _id: id }, { session, maxTimeMS: remainingTimeMs([call]) })) return "repeated";
    await work(
      store.open(
        call,
        transactionScope(call, session, () => remainingTimeMs([call]), appends),
      ),
    );
    appends.push({ collection: "inbox", document: { _id: id, businessId: call.businessId, at: new Date() } });
    return "done";
  });
}

/**
 * One transaction for many requests of one business. A refused request leaves no trace and does not disturb the others.
 * @returns the outcomes in the order of the passengers
 */
export function runBatch<Request, State, Plan, Reply>(
  store: TransactionStore,
  passengers: readonly Pick<BatchItem<Request, Reply>, "call" | "request">[],
  { load, decide, write, reply }: BatchedWrite<Request, State, Plan, Reply>,
): Promise<BatchOutcome<Reply>[]> {
  const calls = passengers.map(({ call }) => call);
  const [{ businessId, traceparent } = { businessId: "", traceparent: undefined }] = calls;
  const inOneTransaction = async (session: ClientSession, appends: Append[]) => {
    const stored = await findStoredReplies<Reply>(store.mongo, session, calls, remainingTimeMs(calls));
    const fresh = passengers.flatMap(({ call, request }, index) => {
      const scope = store.open(
        call,
        transactionScope(call, session, () => remainingTimeMs(calls), appends),
      );
      return stored[index] ? [] : [{ index, request, scope }];
    });
    const outcomes: (BatchOutcome<Reply> | undefined)[] = [...stored];
    const [first] = fresh;
    if (!first) return outcomes.flatMap((outcome) => outcome ?? []);

    const state = await load(
      first.scope,
      fresh.map(({ request }) => request),
    );
    const planned: PlannedItem<Plan>[] = [];
    for (const { index, request, scope } of fresh) {
      try {
        const plan = decide(state, request, scope);
        planned.push({ scope, plan });
        outcomes[index] = { reply: reply(plan) };
        if (scope.call.idempotencyKey) {
          appends.push({ collection: "idempotency", document: createIdempotencyRow(scope.call, reply(plan)) });
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        outcomes[index] = { refusal: error };
      }
    }
    if (planned.length > 0) await write(planned);
    return outcomes.flatMap((outcome) => outcome ?? []);
  };
  // Its commands belong to all of them; a command has one parent, so the first passenger's trace shows them.
  return withinSpan(traceparent, () => transact(store, businessId, inOneTransaction));
}

/**
 * Runs `body` until it commits without a conflict, and writes what it appended in one command just before the commit.
 * Whoever has lost once waits for his turn among the losers of his business: they would only make each other lose again.
 */
async function transact<Result>(
  store: TransactionStore,
  businessId: string,
  body: (session: ClientSession, appends: Append[]) => Promise<Result>,
): Promise<Result> {
  let hasAnnounced = false;
  let isRepeat = false;
  let endTurn: (() => void) | undefined;
  const endGhosts = createOrphanedTransactionCleaner(
    store.client,
    (error) => store.logger.warn({ err: error }, "abandoned transactions stay"),
    (count) => store.metrics?.orphanedTransactions.inc(count),
  );
  const once = async (session: ClientSession): Promise<Result> => {
    if (isRepeat) {
      store.metrics?.transactionRetries.inc();
      endTurn ??= await store.retryMutex.acquire(businessId);
    }
    isRepeat = true;
    await endGhosts();
    const appends: Append[] = [];
    const outcome = await work(session, appends);
    hasAnnounced = appends.some(({ collection }) => collection === "outbox");
    return outcome;
  };
  async function work(session: ClientSession, appends: Append[]): Promise<Result> {
    try {
      const outcome = await body(session, appends);
      await writeAppends(store, session, appends);
      return outcome;
    } catch (error) {
      if (wasEnded(error)) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
      throw error;
    }
  }
  try {
    const result = await store.client.withSession((session) => session.withTransaction(once, transactionOptions));
    if (hasAnnounced) store.announced();
    return result;
  } finally {
    endTurn?.();
  }
}

/**
 * Somebody took this transaction for abandoned while one of its commands was on its way. Nothing of it was committed, so it
 * starts again; the server says so only when it ends a transaction between two commands.
 */
function wasEnded(error: unknown): error is MongoServerError {
  return error instanceof MongoServerError && error.code === interrupted;
}

const interrupted = 11_601;

function transactionScope(
  call: Call,
  session: ClientSession,
  maxTimeMS: () => number,
  appends: Append[],
): TransactionScope {
  const append = (collection: string, document: Document) => void appends.push({ collection, document });
  return {
    context: { businessId: call.businessId, session, maxTimeMS, append },
    announce: (schema, event) => append("outbox", createOutboxRow(call, schema, event)),
  };
}

async function writeAppends(
  { client, mongo }: TransactionStore,
  session: ClientSession,
  appends: Append[],
): Promise<void> {
  if (appends.length === 0) return;
  const models = appends.map(({ collection, document }) => ({
    name: "insertOne" as const,
    namespace: `${mongo.databaseName}.${collection}`,
    document,
  }));
  try {
    await client.bulkWrite(models, { session, ordered: true });
  } catch (error) {
    // Driver 7.8 leaves the label "TransientTransactionError" on the cause, where withTransaction does not look for it.
    if (isBulkError(error) && error.cause instanceof MongoError) throw error.cause;
    throw error;
  }
}

function isBulkError(error: unknown): error is MongoClientBulkWriteError | MongoClientBulkWriteExecutionError {
  return error instanceof MongoClientBulkWriteError || error instanceof MongoClientBulkWriteExecutionError;
}

/**
 * Milliseconds until the last of these callers stops waiting, at most ten seconds.
 * @throws Refusal deadline_exceeded when nothing is left
 */
export function remainingTimeMs(calls: readonly Call[]): number {
  const left = Math.max(...calls.map(({ deadline }) => deadline)) - Date.now();
  if (left <= 0) throw new Refusal("deadline_exceeded", "The time for this call is over.");
  return Math.min(left, 10_000);
}

/** Out of time while another arrival of the same request holds the key: then that is the answer, not a time-out. */
function inFlightTime(call: Call): number {
  if (call.deadline > Date.now()) return remainingTimeMs([call]);
  throw new Refusal("idempotency_in_flight", "The same request is still being worked on.", 1);
}
