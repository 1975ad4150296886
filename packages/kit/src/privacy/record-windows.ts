import type { Database } from "../data/database.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { openCollection, type BusinessCollection, type RecordWindow } from "./person-records.js";

/** The largest number of records that one command examines: some ten milliseconds, for a business of any size. */
const recordsPerWindow = 5000;

/**
 * The next part of a collection that a search examines. For a business with few records it is all of them, found by an index that begins with
 * the business. For other businesses it is a range of ids across all businesses, because few collections have an index by business and id.
 * @param after the last id that was examined; empty at the beginning
 * @returns `next`, the last id of the window; undefined when it is the last window
 */
export async function findWindow(
  db: Database,
  scope: Scope,
  collection: BusinessCollection,
  after: string,
): Promise<{ window: RecordWindow; next: string | undefined }> {
  const beyond = after === "" ? undefined : { $gt: after };
  if (db.isIndexedByBusiness(collection.name)) {
    const count = await openCollection(scope, collection).count({}, recordsPerWindow + 1);
    if (count <= recordsPerWindow) return { window: beyond ? { range: beyond } : {}, next: undefined };
  }
  const next = await db.findSliceEnd(collection.name, beyond?.$gt, recordsPerWindow);
  const range = { ...(beyond ?? { $gt: "" }), ...(next !== undefined && { $lte: next }) };
  return { window: { range, isById: true }, next };
}
