import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { RequestKey } from "./request-keys.rules.js";

/** A stored request with the keys of all requests that it has answered. A unique index keeps a key of a business from a second one. */
interface Answering {
  _id: string;
  businessId: string;
  keys: RequestKey[];
}

const keysMax = 100;

export function findByKey<Request extends Answering>(
  db: Database,
  collection: string,
  businessId: string,
  key: string,
): Promise<Request | null> {
  const found = db.shared<Answering>(collection).findOne({ businessId: { $eq: businessId }, "keys.key": { $eq: key } });
  return found as Promise<Request | null>;
}

/** Stores the key of another request that this one has answered. @returns false when it has too many, or another request has the key */
export async function addKey(
  db: Database,
  collection: string,
  { _id }: Pick<Answering, "_id">,
  given: RequestKey,
): Promise<boolean> {
  const filter = { _id, "keys.key": { $ne: given.key }, [`keys.${keysMax - 1}`]: { $exists: false } };
  try {
    return (await db.shared<Answering>(collection).updateOne(filter, { $push: { keys: given } })).matchedCount === 1;
  } catch (error) {
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}
