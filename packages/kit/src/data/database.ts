import {
  type Collection,
  type Document,
  type IndexDescription,
  type IndexDirection,
  MongoClient,
  MongoServerError,
} from "mongodb";
import { readAcrossBusinesses } from "./cross-business-reads.js";
import { batchPerBusiness } from "./batch.js";
import type { Call } from "../call/call.js";
import { type StoredRecord, TenantCollection } from "./tenant-collection.js";
import { infrastructureCollections, infrastructureIndexes } from "./infrastructure.js";
import { rejectUnscopedCommands } from "./tenancy-guard.js";
import type { Database, DatabaseOptions } from "./database.types.js";
import type { Scope, WriteScope } from "./scope.types.js";
import { traceCommands } from "./command-tracing.js";
import { isTracing } from "../telemetry/tracing.js";
import {
  runBatch,
  runOnceForEvent,
  runTransaction,
  type TransactionStore,
  remainingTimeMs,
  type TransactionScope,
} from "./transaction.js";
import { KeyedMutex } from "../concurrency/keyed-mutex.js";

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
  if (options.guardTenancy) rejectUnscopedCommands(client, options.name, shared);
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
    const context = { businessId: call.businessId, maxTimeMS: () => remainingTimeMs([call]) };
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
        .collection<StoredRecord>(collection)
        .insertOne(owned, { ...(session && { session }), maxTimeMS: maxTimeMS() });
    },
  });

  const store: TransactionStore = {
    client,
    mongo,
    logger: options.logger,
    metrics: options.metrics,
    retryMutex: new KeyedMutex(),
    open: scopeIn,
    announced: () => listeners.forEach((listener) => listener()),
  };

  return {
    name: options.name,
    scope,
    transaction: (call, work) => runTransaction(store, call, work),
    batchPerBusiness: (write) => batchPerBusiness((passengers) => runBatch(store, passengers, write)),
    processOnce: (id, call, work) => runOnceForEvent(store, id, call, work),
    infrastructure: <T extends StoredRecord>(name: string) => {
      if (!infrastructureCollections.has(name)) throw new Error(`${name} is not one of the kit's collections`);
      return mongo.collection(name) as unknown as Collection<T>;
    },
    shared: <T extends StoredRecord>(name: string) => {
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
export function isDuplicateKeyError(error: unknown, field?: string): boolean {
  if (!(error instanceof MongoServerError) || error.code !== 11_000) return false;
  return field === undefined || Object.hasOwn((error["keyPattern"] as object | undefined) ?? {}, field);
}
