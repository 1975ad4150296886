import { type Collection, type IndexDescription, type IndexDirection, MongoNetworkTimeoutError } from "mongodb";
import { dailyCountCollection, dailyCountIndexes } from "./daily-counts.js";
import type { DatabaseOptions } from "./database.types.js";
import { infrastructureIndexes, sandboxIndex } from "./infrastructure.js";
import { quotaGuardCollection } from "./quota.js";

/** Creates the indexes of all collections: those of the service, those without a business, and those of the kit. */
export async function createIndexes(
  { indexes, sharedIndexes = {} }: DatabaseOptions,
  collection: (name: string) => Collection,
): Promise<void> {
  const ownIndexes: NonNullable<DatabaseOptions["indexes"]> = indexes
    ? { ...indexes, [quotaGuardCollection]: [], [dailyCountCollection]: dailyCountIndexes }
    : {};
  const owned = Object.entries(ownIndexes).map(([name, descriptions]) => {
    const prefixed = descriptions.map((index) => ({ ...index, key: prefixWithBusiness(index) }));
    return [name, [...prefixed, sandboxIndex]] as const;
  });
  const all = [...owned, ...Object.entries(sharedIndexes), ...Object.entries(infrastructureIndexes)];
  // One collection after another: the server would only queue a hundred index builds at once.
  for (const [name, descriptions] of all) {
    if (descriptions.length > 0) await buildIndexes(collection(name), descriptions);
  }
}

/**
 * The first start of a version with a new index can take longer than the timeout of the connection, when the collection is large. The
 * build goes on in the server, and asking for the same indexes again waits for it.
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

/** A TTL index must have a single field, and no query uses it; every other index begins with the business. */
function prefixWithBusiness(index: IndexDescription): Record<string, IndexDirection> {
  const key = index.key instanceof Map ? Object.fromEntries(index.key) : { ...index.key };
  return index.expireAfterSeconds === undefined ? { businessId: 1, ...key } : key;
}
