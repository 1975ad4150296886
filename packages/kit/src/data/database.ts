import { type ClientSession, type Collection, type Db, type Document, MongoClient } from "mongodb";
import { assertBusinessId } from "../call/business-id.js";
import type { Call } from "../call/call.js";
import { KeyedMutex } from "../concurrency/keyed-mutex.js";
import type { RawRows } from "../serialization/raw-rows.js";
import { toValues } from "./analytics/counted-collection.js";
import { isIndexedByBusiness } from "./schema/indexes.js";
import { isTracing } from "../telemetry/tracing.js";
import { runBatch } from "./transactions/batch-transaction.js";
import { batchPerBusiness } from "./transactions/batch.js";
import { updateOfBusinesses } from "./tenancy/business-updates.js";
import { CountSlots } from "./counts/count-slots.js";
import { ClosedBusinesses } from "./tenancy/closed-businesses.js";
import { rejectUnscopedCommands } from "./tenancy/command-guard.js";
import { traceCommands } from "./tenancy/command-tracing.js";
import { matchWholeBusinesses, readAcrossBusinesses } from "./tenancy/cross-business-reads.js";
import type { BatchedWrite } from "./transactions/batch.types.js";
import type { Database, DatabaseOptions } from "./database.types.js";
import { infrastructureCollections, type OutboxRow } from "./infrastructure.js";
import { findOwner } from "./tenancy/owner-lookup.js";
import { createRawFinder } from "./tenancy/raw-finder.js";
import { RecordMemory } from "./transactions/record-memory.js";
import { remainingTimeMs } from "./transactions/remaining-time.js";
import { findSliceEnd } from "./tenancy/slice-end.js";
import type { Scope, SnapshotScope, WriteScope } from "./tenancy/scope.types.js";
import { openSharedWrites } from "./tenancy/shared-writes.js";
import { readSnapshot } from "./transactions/snapshot.js";
import { createLookUp, isLookUp } from "./transactions/stored-reply.js";
import { createTenancyGuard, type TenancyGuard } from "./tenancy/tenancy-guard.js";
import { TenantCollection } from "./tenancy/tenant-collection.js";
import type { StoredRecord } from "./tenancy/tenant-collection.types.js";
import { runOnceForEvents, runTransaction } from "./transactions/transaction.js";
import type { TransactionEnvironment, TransactionScope } from "./transactions/transaction.types.js";
import { connectToDatabase, waitForDatabase } from "./schema/wait-for-database.js";
import { waitForSchema } from "./schema/wait-for-schema.js";

/**
 * How long a command of an operator waits for a connection: the first one is opened meanwhile, and signing in takes seconds on a busy
 * machine. A process waits for one second, because its callers do; only its first connection may take longer (`waitForDatabase`).
 */
const openingMsMax = 30_000;

/**
 * Connects to MongoDB, and waits until `migrateDatabase` has brought the database to a schema with which this build can work. Tools that
 * declare no migrations do not wait.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const shared = new Set(Object.keys(options.sharedIndexes ?? {}));
  const client = createClient(options, shared);
  // A process waits; a command of an operator fails.
  await (options.migrations ? waitForDatabase(client, options.logger) : connectToDatabase(client));
  const mongo = client.db(options.name);
  if (options.migrations) await waitForSchema(mongo, options.migrations, options.logger);

  const requireShared = (name: string) => {
    if (!shared.has(name)) throw new Error(`${name} is not declared as shared`);
    return mongo.collection(name);
  };
  const tenancyGuard = options.tenancyGuard === false ? undefined : createTenancyGuard({ ...options, shared });
  const owned = new Map<string, Collection>();
  const requireOwned = (name: string) => {
    if (shared.has(name)) throw new Error(`${name} belongs to no business; use db.shared("${name}")`);
    const collection = owned.get(name) ?? guardIfOn(mongo.collection(name), tenancyGuard);
    owned.set(name, collection);
    return collection;
  };
  const { remember, forget } = createMemories();
  const findRaw = createRawFinder(mongo, tenancyGuard);
  const closed = new ClosedBusinesses(mongo.collection("closedBusinesses"));
  const { openScope, openSnapshotScope, openWriteScope } = createScopes({
    requireOwned,
    requireShared,
    findRaw,
    forget,
    closed,
  });
  const listeners: ((rows: readonly OutboxRow[]) => void)[] = [];
  const environment: TransactionEnvironment = {
    client,
    mongo,
    logger: options.logger,
    metrics: options.metrics,
    tenancyGuard,
    retryMutex: new KeyedMutex(),
    countSlots: new CountSlots(),
    openScope: openWriteScope,
    forget,
    onEventsCommitted: (rows) => listeners.forEach((listener) => listener(rows)),
  };
  const lookUp = createLookUp(environment, closed);

  return {
    name: options.name,
    scope: openScope,
    snapshot: (call, read) => readSnapshot(client, (session) => read(openSnapshotScope(call, session))),
    transaction: (call, work) => (isLookUp(call) ? lookUp(call) : runTransaction(environment, call, work)),
    batchPerBusiness: <Request, State, Plan, Reply>(write: BatchedWrite<Request, State, Plan, Reply>) => {
      const enqueue = batchPerBusiness<Request, Reply>((items) => runBatch(environment, items, write));
      return (call: Call, request: Request) => (isLookUp(call) ? lookUp(call) : enqueue(call, request));
    },
    remember,
    processOnce: (work) => batchPerBusiness((items) => runOnceForEvents(environment, items, work)),
    updateOfBusinesses: (name, updates) => updateOfBusinesses(requireOwned(name), updates),
    closedBusinesses: closed,
    infrastructure: <T extends StoredRecord>(name: string) => {
      if (!infrastructureCollections.has(name)) throw new Error(`${name} is not one of the kit's collections`);
      return mongo.collection(name) as unknown as Collection<T>;
    },
    shared: <T extends StoredRecord>(name: string) => requireShared(name) as unknown as Collection<T>,
    acrossBusinesses: createAcrossReader(mongo, closed, options.readMsMax),
    findOwner: async (collection, id) => {
      if (!options.publicPages?.includes(collection)) throw new Error(`${collection} is not declared as public pages`);
      return findOwner(mongo, collection, id);
    },
    findSliceEnd: (collection, after, records) => findSliceEnd(mongo, collection, after, records),
    isIndexedByBusiness: (collection, businessId) => isIndexedByBusiness(options, collection, businessId),
    onEventsCommitted: (listener) => void listeners.push(listener),
    ...createWatchers(client),
    ping: async () => void (await mongo.command({ ping: 1 })),
    close: () => client.close(),
  };
}

function createMemories(): Pick<Database, "remember"> & Pick<TransactionEnvironment, "forget"> {
  const memories = new Map<string, Pick<RecordMemory<never>, "forget">>();
  return {
    remember: <T>(collection: string, { maxAgeMs }: { maxAgeMs?: number } = {}) => {
      if (memories.has(collection)) throw new Error(`${collection} is remembered already`);
      const memory = new RecordMemory<T>(maxAgeMs);
      memories.set(collection, memory);
      return memory;
    },
    forget: (collection, businessId) => memories.get(collection)?.forget(businessId),
  };
}

function createAcrossReader(
  mongo: Db,
  closed: ClosedBusinesses,
  maxTimeMs: number | undefined,
): Database["acrossBusinesses"] {
  const limits = maxTimeMs === undefined ? {} : { maxTimeMs };
  return (collection, stages, given = {}) =>
    readAcrossBusinesses(mongo, collection, [...matchWholeBusinesses(closed), ...stages], { ...limits, ...given });
}

function createWatchers(client: MongoClient): Pick<Database, "watchCommands" | "watchReplies"> {
  return {
    watchCommands: (listener) => {
      client.on("commandStarted", listener);
      return () => void client.off("commandStarted", listener);
    },
    watchReplies: (listener) => {
      client.on("commandSucceeded", listener);
      return () => void client.off("commandSucceeded", listener);
    },
  };
}

function createClient(options: DatabaseOptions, shared: ReadonlySet<string>): MongoClient {
  const client = new MongoClient(options.url, {
    appName: options.appName,
    maxPoolSize: 50,
    waitQueueTimeoutMS: options.connectionWaitMs ?? (options.migrations ? 1000 : openingMsMax),
    serverSelectionTimeoutMS: 5000,
    socketTimeoutMS: getSocketTimeoutMs(options),
    retryReads: true,
    retryWrites: true,
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" },
    monitorCommands: options.tenancyGuard === "commands" || isTracing(),
  });
  if (options.tenancyGuard === "commands") rejectUnscopedCommands(client, options.name, shared);
  if (isTracing()) traceCommands(client);
  return client;
}

/** 0: the server ends a long query, and a connection that broke is found by its keep-alive. */
export const getSocketTimeoutMs = ({ readMsMax }: Pick<DatabaseOptions, "readMsMax">): number =>
  readMsMax === undefined ? 15_000 : 0;

function guardIfOn(collection: Collection, tenancyGuard: TenancyGuard | undefined): Collection {
  return tenancyGuard ? tenancyGuard.guard(collection) : collection;
}

interface CollectionAccess {
  requireOwned: (name: string) => Collection<Document>;
  requireShared: (name: string) => Collection<Document>;
  findRaw: (command: Document) => Promise<RawRows>;
  forget: (collection: string, businessId: string) => void;
  closed: ClosedBusinesses;
}

function createScopes({ requireOwned: getOwned, requireShared: getShared, findRaw, forget, closed }: CollectionAccess) {
  const openScope = (call: Call): Scope => {
    const { businessId } = call;
    assertBusinessId(businessId);
    // Each attempt of a transaction opens its scopes again, so a transaction that began before the business was closed does not begin another
    // attempt.
    closed.requireOpen(call);
    const onChange = (collection: string) => forget(collection, businessId);
    const context = { businessId, maxTimeMS: () => remainingTimeMs([call]), findRaw, onChange };
    return {
      businessId,
      call,
      now: new Date(),
      collection: (name) => new TenantCollection(getOwned(name), context),
      ofShared: (name) => new TenantCollection(getShared(name), context),
    };
  };
  const openSnapshotScope = (call: Call, session: ClientSession): SnapshotScope => {
    const maxTimeMS = () => remainingTimeMs([call]);
    const context = { businessId: call.businessId, session, isSnapshot: true, maxTimeMS };
    return {
      ...openScope(call),
      isSnapshot: true,
      collection: (name) => new TenantCollection(getOwned(name), context),
      ofShared: (name) => new TenantCollection(getShared(name), context),
    };
  };
  const openWriteScope = (call: Call, transaction: TransactionScope): WriteScope => {
    // Named and not spread: each request of a batch opens a scope, and adding properties to a copy of an object takes a microsecond for each.
    const { businessId, now } = openScope(call);
    return {
      businessId,
      call,
      now,
      collection: (name) => new TenantCollection(getOwned(name), transaction.context),
      ofShared: (name) => new TenantCollection(getShared(name), transaction.context),
      shared: (name) => openSharedWrites(getShared(name), transaction.context),
      count: (change) => transaction.count(change),
      countIn: (collection, values, at, counts) =>
        transaction.countCombination({ collection: collection.name, values: toValues(collection, values), at, counts }),
      publish: async (schema, event) => transaction.appendEvent(schema, event),
      claim: async (collection, name, fields = {}) => {
        const { session, maxTimeMS } = transaction.context;
        const owned = { ...fields, _id: name as unknown, businessId: call.businessId } as Document;
        await getShared(collection).insertOne(owned, { ...(session && { session }), maxTimeMS: maxTimeMS() });
      },
    };
  };
  return { openScope, openSnapshotScope, openWriteScope };
}
