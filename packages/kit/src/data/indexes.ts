import type { Collection, IndexDescription, IndexDirection } from "mongodb";
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
    if (descriptions.length > 0) await collection(name).createIndexes([...descriptions]);
  }
}

/** A TTL index must have a single field, and no query uses it; every other index begins with the business. */
function prefixWithBusiness(index: IndexDescription): Record<string, IndexDirection> {
  const key = index.key instanceof Map ? Object.fromEntries(index.key) : { ...index.key };
  return index.expireAfterSeconds === undefined ? { businessId: 1, ...key } : key;
}
