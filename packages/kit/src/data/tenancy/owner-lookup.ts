import type { Db } from "mongodb";
import type { BusinessOwned, StoredRecord } from "./tenant-collection.types.js";

/** Comment on these commands, by which the tenancy guard accepts them. */
export const ownerLookupComment = "business of a public page";

const readTimeoutMs = 5000;

/**
 * The business that owns a record with a public page: visitors have no credential, so the id in the address names the business.
 * It returns the id of the business and nothing else; the record is then read in the scope of this business.
 */
export async function findOwner(mongo: Db, collection: string, id: string): Promise<string | undefined> {
  const found = await mongo
    .collection<StoredRecord & BusinessOwned>(collection)
    .findOne(
      { _id: { $eq: id } },
      { projection: { businessId: 1 }, comment: ownerLookupComment, maxTimeMS: readTimeoutMs },
    );
  return found?.businessId;
}
