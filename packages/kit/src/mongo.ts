import {
  type Collection,
  type CommandStartedEvent,
  type Document,
  type IndexDescription,
  type IndexDirection,
  MongoClient,
  MongoServerError,
} from "mongodb";
import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Logger } from "pino";
import { readAcrossBusinesses } from "./audit.js";
import { type BatchedWrite, inBatches } from "./batch.js";
import type { Call } from "./call.js";
import { type Stored, TenantCollection } from "./collection.js";
import { infrastructureCollections, infrastructureIndexes } from "./infrastructure.js";
import type { Metrics } from "./telemetry.js";
import { refuseForeignCommands } from "./tenancy-guard.js";
import { traceCommands } from "./tracing-mongo.js";
import { isTracing } from "./tracing.js";
import { runBatch, runOnce, runTransaction, type Store, timeLeft, type TransactionScope } from "./transaction.js";
import { Turns } from "./turns.js";

/** The database as one call of one business sees it. */
export interface Scope {
  businessId: string;
  call: Call;
  /** One moment for everything this call writes. */
  now: Date;
  collection<T extends Stored>(name: string): TenantCollection<T>;
}

/** A scope inside a transaction: what it writes and what it announces happen together or not at all. */
export interface WriteScope extends Scope {
  /**
   * Announces a fact. The event is stored with the change that made it true and published after the commit;
   * it may reach a listener twice, never not at all.
   */
  publish<Schema extends DescMessage>(schema: Schema, event: MessageInitShape<Schema>): Promise<void>;
  /**
   * Takes a name that only one record of all businesses may have, in a shared collection and in this transaction. A taken
   * one is a duplicate of `_id`, whoever holds it: see `isDuplicate`.
   */
  claim(collection: string, name: string, fields?: Document): Promise<void>;
}

export interface Database {
  readonly name: string;
  scope(call: Call): Scope;
  /**
   * Runs `work` in a transaction. It may run more than once: await one operation after another and let errors pass.
   * When the call carries an idempotency key, a second arrival gets the stored answer of the first (`call.replayed`).
   * @throws Refusal idempotency_conflict, idempotency_in_flight, deadline_exceeded, and what `work` refuses
   */
  transaction<Reply>(call: Call, work: (scope: WriteScope) => Promise<Reply>): Promise<Reply>;
  /**
   * The same for a write that many callers want at once: returns a function that carries requests in batches, many in one
   * transaction. For the few records everybody touches; `transaction` reads better everywhere else.
   */
  batched<Request, State, Plan, Reply>(
    write: BatchedWrite<Request, State, Plan, Reply>,
  ): (call: Call, request: Request) => Promise<Reply>;
  /**
   * A collection that belongs to no business, or to all: a registry of slugs, the gateway's keys. The service names such
   * collections in its definition; every other one is reachable through a scope only.
   */
  shared<T extends Stored>(name: string): Collection<T>;
  /**
   * Runs `work` in a transaction unless it ran before under this id. For events, which may arrive twice.
   * @returns "repeated" when it ran before
   */
  once(id: string, call: Call, work: (scope: WriteScope) => Promise<void>): Promise<"done" | "repeated">;
  /** The kit's own collections: outbox, leases, inbox, idempotency, deadLetters. */
  infrastructure<T extends Stored>(name: string): Collection<T>;
  /**
   * Reads a collection of all businesses as it was at one moment. Only for audits that an operator runs, such as the proof
   * that ledgers add up; nothing that a tenant can call may lead here. Stages that write are refused.
   */
  acrossBusinesses<Result extends Document>(collection: string, stages: readonly Document[]): AsyncIterable<Result>;
  /** Called after a transaction that announced something. */
  onCommit(listener: () => void): void;
  /** Shows every command on its way to the server, for tests: only with `guardTenancy`. Returns how to stop looking. */
  watchCommands(listener: (command: CommandStartedEvent) => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  name: string;
  appName: string;
  logger: Logger;
  /** Absent in tests that look at none. */
  metrics?: Metrics;
  /** Per collection; the kit puts `businessId` in front of every key but those that let records expire. */
  indexes?: Record<string, readonly IndexDescription[]>;
  /** Per collection that has no business; keys are taken as they are. */
  sharedIndexes?: Record<string, readonly IndexDescription[]>;
  /** Fails every command on a tenant collection that does not name the business. Costs a little: on in tests. */
  guardTenancy?: boolean;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const client = new MongoClient(options.url, {
    appName: options.appName,
    maxPoolSize: 50,
    waitQueueTimeoutMS: 1000,
    serverSelectionTimeoutMS: 5000,
    socketTimeoutMS: 15_000,
    retryReads: true,
    retryWrites: true,
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" },
    ignoreUndefined: true,
    monitorCommands: (options.guardTenancy ?? false) || isTracing(),
  });
  const shared = new Set(Object.keys(options.sharedIndexes ?? {}));
  if (options.guardTenancy) refuseForeignCommands(client, options.name, shared);
  if (isTracing()) traceCommands(client);
  await client.connect();
  const mongo = client.db(options.name);
  await createIndexes(options, mongo.collection.bind(mongo));

  const listeners: Array<() => void> = [];
  const collectionOf = (name: string): Collection<Document> => {
    if (shared.has(name)) throw new Error(`${name} belongs to no business; use db.shared("${name}")`);
    return mongo.collection(name);
  };
  const scope = (call: Call): Scope => {
    const context = { businessId: call.businessId, maxTimeMS: () => timeLeft([call]) };
    return {
      businessId: call.businessId,
      call,
      now: new Date(),
      collection: (name) => new TenantCollection(collectionOf(name), context),
    };
  };
  const scopeIn = (call: Call, transaction: TransactionScope): WriteScope => ({
    ...scope(call),
    collection: (name) => new TenantCollection(collectionOf(name), transaction.context),
    publish: async (schema, event) => transaction.announce(schema, event),
    claim: async (collection, name, fields = {}) => {
      if (!shared.has(collection)) throw new Error(`${collection} is not declared as shared`);
      const { session, maxTimeMS } = transaction.context;
      const owned = { ...fields, _id: name, businessId: call.businessId };
      await mongo
        .collection<Stored>(collection)
        .insertOne(owned, { ...(session && { session }), maxTimeMS: maxTimeMS() });
    },
  });

  const store: Store = {
    client,
    mongo,
    logger: options.logger,
    metrics: options.metrics,
    turns: new Turns(),
    open: scopeIn,
    announced: () => listeners.forEach((listener) => listener()),
  };

  return {
    name: options.name,
    scope,
    transaction: (call, work) => runTransaction(store, call, work),
    batched: (write) => inBatches((passengers) => runBatch(store, passengers, write)),
    once: (id, call, work) => runOnce(store, id, call, work),
    infrastructure: <T extends Stored>(name: string) => {
      if (!infrastructureCollections.has(name)) throw new Error(`${name} is not one of the kit's collections`);
      return mongo.collection(name) as unknown as Collection<T>;
    },
    shared: <T extends Stored>(name: string) => {
      if (!shared.has(name)) throw new Error(`${name} is not declared as shared`);
      return mongo.collection(name) as unknown as Collection<T>;
    },
    acrossBusinesses: (collection, stages) => readAcrossBusinesses(mongo, collection, stages),
    onCommit: (listener) => void listeners.push(listener),
    watchCommands: (listener) => {
      client.on("commandStarted", listener);
      return () => void client.off("commandStarted", listener);
    },
    ping: async () => void (await mongo.command({ ping: 1 })),
    close: () => client.close(),
  };
}

async function createIndexes(options: DatabaseOptions, collection: (name: string) => Collection): Promise<void> {
  const owned = Object.entries(options.indexes ?? {}).map(([name, indexes]) => {
    const own = indexes.map((index) => ({ ...index, key: ownKey(index) }));
    return [name, own] as const;
  });
  const all = [...owned, ...Object.entries(options.sharedIndexes ?? {}), ...Object.entries(infrastructureIndexes)];
  for (const [name, indexes] of all) {
    // A hundred index builds at once would only queue in the server.
    if (indexes.length > 0) await collection(name).createIndexes([...indexes]);
  }
}

/** An index by which MongoDB deletes expired records must have one field only; nobody reads by it. */
function ownKey(index: IndexDescription): Record<string, IndexDirection> {
  const key = asObject(index.key);
  return index.expireAfterSeconds === undefined ? { businessId: 1, ...key } : key;
}

function asObject(key: IndexDescription["key"]): Record<string, IndexDirection> {
  return key instanceof Map ? Object.fromEntries(key) : { ...key };
}

/** Whether a write failed because a unique index already holds its value; `field` is one of the index's keys. */
export function isDuplicate(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11_000) return false;
  return field === undefined || Object.hasOwn((error["keyPattern"] as object | undefined) ?? {}, field);
}
