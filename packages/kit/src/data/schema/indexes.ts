import { createHash } from "node:crypto";
import {
  type Collection,
  type Db,
  type IndexDescription,
  type IndexDirection,
  MongoNetworkTimeoutError,
  MongoServerError,
} from "mongodb";
import { isSandboxId } from "../../call/business-id.js";
import type { Logger } from "../../telemetry/logger.js";
import { dailyCountCollection, dailyCountIndexes } from "../counts/daily-counts.js";
import { isDuplicateKeyError } from "../ids.js";
import { infrastructureIndexes, sandboxIndex } from "../infrastructure.js";
import type { DatabaseSchema } from "./migrations.types.js";
import { quotaGuardCollection } from "../counts/quota.js";

/** The indexes of all collections: those of the service, those without a business, and those of the kit. */
export function listDeclaredIndexes({
  indexes,
  sharedIndexes = {},
}: DatabaseSchema): (readonly [string, readonly NamedIndex[]])[] {
  const ownIndexes: NonNullable<DatabaseSchema["indexes"]> = indexes
    ? { ...indexes, [quotaGuardCollection]: [], [dailyCountCollection]: dailyCountIndexes }
    : {};
  const owned = Object.entries(ownIndexes).map(([name, descriptions]) => {
    const prefixed = descriptions.map((index) => ({ ...index, key: prefixWithBusiness(index) }));
    return [name, [...prefixed, sandboxIndex]] as const;
  });
  const all = [...owned, ...Object.entries(sharedIndexes), ...Object.entries(infrastructureIndexes)];
  return all.map(([name, descriptions]) => [name, descriptions.map(withName)]);
}

/** Whether one of the declared indexes of a collection has all records of this business. */
export function isIndexedByBusiness(schema: DatabaseSchema, collection: string, businessId: string): boolean {
  const [, declared = []] = listDeclaredIndexes(schema).find(([name]) => name === collection) ?? [];
  const isComplete = ({ name, partialFilterExpression }: NamedIndex) =>
    !partialFilterExpression || (name === sandboxIndex.name && isSandboxId(businessId));
  return declared.some((index) => Object.keys(index.key)[0] === "businessId" && isComplete(index));
}

/** Changes when a declared index or its time to live does: each step of the schema names the digest that it leads to. */
export function digestIndexes(schema: DatabaseSchema): string {
  const sorted = listDeclaredIndexes(schema)
    .flatMap(([collection, indexes]) =>
      indexes.map((index) => [collection, index.name, toComparable(index), index.expireAfterSeconds]),
    )
    .map((row) => JSON.stringify(row))
    .toSorted();
  return createHash("sha256").update(sorted.join("\n")).digest("hex").slice(0, 16);
}

/**
 * Creates the declared indexes that are missing in a database, and changes times to live. It drops no index, because processes of the previous
 * version may use it.
 * @throws Error when an index of the same name has another key or other options, and when records have equal values in a unique index
 */
export async function bringIndexes(mongo: Db, schema: DatabaseSchema, logger: Logger): Promise<void> {
  // One collection after another: the server would only queue a hundred index builds at once.
  for (const [name, declared] of listDeclaredIndexes(schema)) {
    const collection = mongo.collection(name);
    if (declared.length === 0) continue;
    const existing = await listIndexes(collection);
    for (const index of declared) {
      const present = existing.get(index.name);
      if (present) await changeTimeToLive(mongo, name, index, present, logger);
    }
    const missing = declared.filter((index) => !existing.has(index.name)).map((index) => index.name);
    if (missing.length > 0) logger.info({ collection: name, indexes: missing }, "building indexes");
    // An interrupted job may have started builds that are still running: a command for all indexes waits for them.
    await buildIndexes(collection, declared).catch((error: unknown) => {
      throw isDuplicateKeyError(error) ? describeEqualRecords(name, error) : error;
    });
  }
}

/** Without the values, which the message of the server contains: they may name a person. */
function describeEqualRecords(collection: string, error: MongoServerError): Error {
  const { keyPattern = {} } = error as { keyPattern?: object };
  const fields = Object.keys(keyPattern).join(", ");
  const sentence = `a unique index of ${collection} cannot be built: records have the same ${fields}`;
  return new Error(
    `${sentence}. Processes of the version before continue to work. The index needs a migration step, one version earlier, that changes these records`,
  );
}

export async function dropIndex(mongo: Db, collection: string, index: string): Promise<void> {
  const existing = await listIndexes(mongo.collection(collection));
  if (existing.has(index)) await mongo.collection(collection).dropIndex(index);
}

type NamedIndex = IndexDescription & { name: string };

async function listIndexes(collection: Collection): Promise<Map<string, NamedIndex>> {
  try {
    const found = (await collection.listIndexes().toArray()) as NamedIndex[];
    return new Map(found.map((index) => [index.name, index]));
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === "NamespaceNotFound") return new Map();
    throw error;
  }
}

/** Changes the time to live of an existing index. Every other difference is refused. */
async function changeTimeToLive(
  mongo: Db,
  collection: string,
  declared: NamedIndex,
  present: NamedIndex,
  logger: Logger,
): Promise<void> {
  const { name, expireAfterSeconds } = declared;
  const isSame = expireAfterSeconds === present.expireAfterSeconds;
  if (toComparable(declared) !== toComparable(present) || (!isSame && expireAfterSeconds === undefined)) {
    const sentence = `index ${name} of ${collection} exists with another key or other options`;
    throw new Error(`${sentence}; declare the new one under another name, and drop the old one a version later`);
  }
  if (isSame) return;
  const before = present.expireAfterSeconds ?? null;
  logger.info({ collection, index: name, before, after: expireAfterSeconds }, "changing the time to live of an index");
  await mongo.command({ collMod: collection, index: { name, expireAfterSeconds } });
}

/**
 * A build can take longer than the timeout of the connection, when the collection is large. The server continues the build, and a second command for
 * the same indexes waits for it.
 */
export async function buildIndexes(
  collection: Pick<Collection, "createIndexes">,
  descriptions: readonly IndexDescription[],
): Promise<void> {
  for (let isBuilt = false; !isBuilt;) {
    isBuilt = await collection.createIndexes([...descriptions]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof MongoNetworkTimeoutError) return false;
        throw error;
      },
    );
  }
}

/** Key and options that cannot be changed, in the form in which the server reports them too. The time to live can be changed. */
function toComparable({ key, unique, sparse, partialFilterExpression, collation }: IndexDescription): string {
  const { locale, strength } = collation ?? {};
  return JSON.stringify([
    Object.entries(key),
    unique === true,
    sparse === true,
    partialFilterExpression ?? null,
    locale ?? null,
    strength ?? null,
  ]);
}

function withName(index: IndexDescription): NamedIndex {
  const key = toPlainKey(index);
  const name = index.name ?? Object.entries(key).flat().join("_");
  return { ...index, key, name };
}

const toPlainKey = ({ key }: IndexDescription): Record<string, IndexDirection> =>
  key instanceof Map ? Object.fromEntries(key) : { ...key };

/** A TTL index must have a single field, and no query uses it; every other index begins with the business. */
function prefixWithBusiness(index: IndexDescription): Record<string, IndexDirection> {
  const key = toPlainKey(index);
  return index.expireAfterSeconds === undefined ? { businessId: 1, ...key } : key;
}
