import type { ClientSession, Db, Document, Filter } from "mongodb";
import { assertSandboxId } from "../../call/business-id.js";
import { infrastructureCollections } from "../infrastructure.js";
import type { BusinessOwned, StoredRecord } from "./tenant-collection.types.js";
import { runAttempts } from "../transactions/transaction-attempts.js";
import type { TransactionEnvironment } from "../transactions/transaction.types.js";

const recordsPerTransaction = 500;
const operationTimeoutMs = 5000;

/** Records of a shared collection that belong to records of a collection with a business; their `_id` is computed from these. */
export interface SharedRecords {
  /** The collection with a business. */
  of: string;
  /** The collection without one. */
  collection: string;
  toId: (record: Document, businessId: string) => string;
}

interface EmptyOptions {
  generation: number;
  /** The collections that belong to no business. */
  shared: ReadonlySet<string>;
  sharedRecords: readonly SharedRecords[];
  /** Milliseconds since 1970 after which no further batch is begun. */
  until: number;
  /** Only these collections. */
  only: readonly string[] | undefined;
}

/**
 * Deletes the records of a sandbox in batches: those of every collection of the service, what shared collections hold about them, stored answers, and
 * events; or only those of some collections. Each batch checks in its transaction that the reset has not ended. @returns whether no records remain
 */
export async function emptySandbox(
  environment: TransactionEnvironment,
  sandboxId: string,
  options: EmptyOptions,
): Promise<boolean> {
  assertSandboxId(sandboxId);
  const { mongo } = environment;
  const targets = await listTargets(mongo, sandboxId, options.shared);
  for (const target of targets.filter(({ collection }) => options.only?.includes(collection) ?? true)) {
    let deleted: number;
    do {
      if (Date.now() >= options.until) return false;
      deleted = await deleteBatch(environment, sandboxId, target, options);
    } while (deleted === recordsPerTransaction);
  }
  return true;
}

type OwnedRecord = StoredRecord & BusinessOwned;

interface Target {
  collection: string;
  filter: Filter<OwnedRecord>;
}

async function listTargets(mongo: Db, sandboxId: string, shared: ReadonlySet<string>): Promise<Target[]> {
  const collections = await mongo.listCollections({}, { nameOnly: true }).toArray();
  const own = collections
    .map(({ name }) => name)
    .filter((name) => !shared.has(name) && !infrastructureCollections.has(name) && !name.startsWith("system."));
  return [
    ...own.map((collection) => ({ collection, filter: { businessId: sandboxId } })),
    // The ids of stored answers begin with the business; "}" is the character after "|".
    { collection: "idempotency", filter: { _id: { $gte: `${sandboxId}|`, $lt: `${sandboxId}}` } } },
    { collection: "outbox", filter: { businessId: sandboxId } },
    { collection: "inbox", filter: { businessId: sandboxId } },
  ];
}

/** @returns how many records were deleted; 0 as well when the reset has ended meanwhile */
function deleteBatch(
  environment: TransactionEnvironment,
  sandboxId: string,
  { collection, filter }: Target,
  { generation, sharedRecords }: EmptyOptions,
): Promise<number> {
  const related = sharedRecords.filter(({ of }) => of === collection);
  const work = async (session: ClientSession): Promise<number> => {
    const records = environment.mongo.collection<OwnedRecord>(collection);
    const options = { session, maxTimeMS: operationTimeoutMs };
    // The whole record only where an id in a shared collection is made from it.
    const projection: Document = related.length > 0 ? {} : { _id: 1 };
    const found = await records.find(filter, { ...options, projection, limit: recordsPerTransaction }).toArray();
    if (found.length === 0) return 0;
    for (const { collection: name, toId } of related) {
      const ids = found.map((record) => toId(record, sandboxId));
      const filter = { _id: { $in: ids }, businessId: sandboxId };
      await environment.mongo.collection<OwnedRecord>(name).deleteMany(filter, options);
    }
    const ids = found.map(({ _id }) => _id);
    await records.deleteMany({ _id: { $in: ids }, businessId: sandboxId }, options);
    return found.length;
  };
  return runAttempts(
    environment,
    sandboxId,
    (session, _appends, sandbox) =>
      sandbox.isEmptying && sandbox.generation === generation ? work(session) : Promise.resolve(0),
    { whileEmptying: true },
  );
}
