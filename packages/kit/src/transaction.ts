import { create, type DescMessage, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import {
  Binary,
  type ClientSession,
  type Db,
  type Document,
  MongoClientBulkWriteError,
  MongoClientBulkWriteExecutionError,
  MongoError,
  type MongoClient,
  type TransactionOptions,
} from "mongodb";
import type { Call } from "./call.js";
import type { CollectionContext } from "./collection.js";
import { Refusal } from "./errors.js";
import { newId } from "./ids.js";
import type { IdempotencyRow, InboxRow, OutboxRow } from "./infrastructure.js";

export interface TransactionScope {
  context: CollectionContext;
  announce<Schema extends DescMessage>(schema: Schema, event: MessageInitShape<Schema>): void;
}

interface Steps<Reply> {
  work: (scope: TransactionScope) => Promise<Reply>;
  timeLeft: () => number;
  announced: () => void;
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

/** One transaction with the idempotency row and the outbox of a call. See `Database.transaction`. */
export async function runTransaction<Reply>(
  client: MongoClient,
  mongo: Db,
  call: Call,
  steps: Steps<Reply>,
): Promise<Reply> {
  try {
    return await attempt(client, mongo, call, steps);
  } catch (error) {
    // The same key was committed by somebody else between our look and our insert: now there is an answer to read.
    if (call.idempotencyKey && isTakenKey(error)) return attempt(client, mongo, call, steps);
    throw error;
  }
}

async function attempt<Reply>(client: MongoClient, mongo: Db, call: Call, steps: Steps<Reply>): Promise<Reply> {
  let keyIsContended = false;
  return inTransaction(client, mongo, call, steps, {
    before: (session) => storedReply<Reply>(mongo, session, call, steps, keyIsContended),
    after: (reply) => (call.idempotencyKey ? [{ collection: "idempotency", document: idempotencyRow(call, reply) }] : []),
    writing: (isWriting) => (keyIsContended = isWriting && call.idempotencyKey !== undefined),
  });
}

/** A transaction whose effect is noted under `id`; where the note exists, nothing happens. See `Database.once`. */
export async function runOnce(
  client: MongoClient,
  mongo: Db,
  id: string,
  call: Call,
  steps: Steps<void>,
): Promise<"done" | "repeated"> {
  const inbox = mongo.collection<InboxRow>("inbox");
  let outcome: "done" | "repeated" = "done";
  await inTransaction<void>(client, mongo, call, steps, {
    before: async (session) => {
      const known = await inbox.findOne({ _id: id }, { session, maxTimeMS: steps.timeLeft() });
      outcome = known ? "repeated" : "done";
      return known ? { reply: undefined } : undefined;
    },
    after: () => [{ collection: "inbox", document: { _id: id, businessId: call.businessId, at: new Date() } }],
  });
  return outcome;
}

/** What stands around the work of a transaction: the look for an earlier run, and the note that there was one. */
interface Frame<Reply> {
  before: (session: ClientSession) => Promise<{ reply: Reply } | undefined>;
  after: (reply: Reply) => Append[];
  writing?: (isWriting: boolean) => void;
}

async function inTransaction<Reply>(
  client: MongoClient,
  mongo: Db,
  call: Call,
  steps: Steps<Reply>,
  frame: Frame<Reply>,
): Promise<Reply> {
  let announced = false;
  const reply = await client.withSession((session) =>
    session.withTransaction(async () => {
      announced = false;
      const earlier = await frame.before(session);
      if (earlier) return earlier.reply;
      const appends: Append[] = [];
      const result = await steps.work(transactionScope(call, session, steps.timeLeft, appends));
      announced = appends.some(({ collection }) => collection === "outbox");
      frame.writing?.(true);
      await writeAppends(client, mongo, session, [...appends, ...frame.after(result)]);
      frame.writing?.(false);
      return result;
    }, transactionOptions),
  );
  if (announced) steps.announced();
  return reply;
}

function transactionScope(
  call: Call,
  session: ClientSession,
  maxTimeMS: () => number,
  appends: Append[],
): TransactionScope {
  const append = (collection: string, document: Document) => void appends.push({ collection, document });
  return {
    context: { businessId: call.businessId, session, maxTimeMS, append },
    announce: (schema, event) => append("outbox", outboxRow(call, schema, event)),
  };
}

/**
 * What an earlier arrival of the same request was answered. Read inside the transaction: its snapshot then shows either
 * both the answer and the effect, or neither.
 */
async function storedReply<Reply>(
  mongo: Db,
  session: ClientSession,
  call: Call,
  steps: Steps<Reply>,
  keyIsContended: boolean,
): Promise<{ reply: Reply } | undefined> {
  const maxTimeMS = keyIsContended ? inFlightTime(steps) : steps.timeLeft();
  if (!call.idempotencyKey) return undefined;
  const row = await mongo
    .collection<IdempotencyRow>("idempotency")
    .findOne({ _id: idempotencyId(call) }, { session, maxTimeMS });
  if (!row) return undefined;
  if (row.digest !== digestOf(call)) {
    throw new Refusal("idempotency_conflict", "This idempotency key was used before with other arguments.");
  }
  call.replayed = true;
  return { reply: row.reply as Reply };
}

/** Out of time while another arrival of the same request holds the key: then that is the answer, not a time-out. */
function inFlightTime<Reply>(steps: Steps<Reply>): number {
  try {
    return steps.timeLeft();
  } catch {
    throw new Refusal("idempotency_in_flight", "The same request is still being worked on.", 1);
  }
}

function idempotencyRow<Reply>(call: Call, reply: Reply): IdempotencyRow {
  const { businessId } = call;
  return { _id: idempotencyId(call), businessId, digest: digestOf(call), reply, createdAt: new Date() };
}

function idempotencyId(call: Call): string {
  return `${call.businessId}|${call.operation}|${call.idempotencyKey}`;
}

function digestOf(call: Call): string {
  if (!call.requestDigest) throw new Error(`${call.operation} has an idempotency key but nothing to compare a repeat with`);
  return call.requestDigest();
}

/** `tenantops.supply.v1.WithdrawalApproved` of one business → `events.supply.<business>.WithdrawalApproved`. */
function subjectOf(schema: DescMessage, businessId: string): string {
  const [, vertical] = schema.typeName.split(".");
  return `events.${vertical}.${businessId}.${schema.name}`;
}

export function outboxRow<Schema extends DescMessage>(
  call: Pick<Call, "businessId" | "requestId" | "traceparent">,
  schema: Schema,
  event: MessageInitShape<Schema>,
): OutboxRow {
  const now = new Date();
  const envelope = create(EventEnvelopeSchema, {
    id: newId("evt"),
    businessId: call.businessId,
    type: schema.typeName,
    occurredAt: now.toISOString(),
    requestId: call.requestId,
    ...(call.traceparent && { traceparent: call.traceparent }),
    data: toBinary(schema, create(schema, event)),
  });
  return {
    _id: envelope.id,
    businessId: call.businessId,
    subject: subjectOf(schema, call.businessId),
    envelope: new Binary(toBinary(EventEnvelopeSchema, envelope)),
    createdAt: now,
    publishedAt: null,
  };
}

async function writeAppends(client: MongoClient, mongo: Db, session: ClientSession, appends: Append[]): Promise<void> {
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

function isTakenKey(error: unknown): boolean {
  if (!(error instanceof MongoClientBulkWriteError)) return false;
  return [...error.writeErrors.values()].some(({ code, message }) => code === 11_000 && message.includes(".idempotency "));
}
