import type { Database } from "../data/database.types.js";
import type { Scope } from "../data/scope.types.js";
import { openCollection, type BusinessCollection, type RecordWindow } from "./person-records.js";

/** Records that one command examines at most: some ten milliseconds, whatever the size of the business. */
const recordsPerWindow = 5000;

/**
 * The next part of a collection in which a search looks. Of a business with few records it is all of them, found by an index that
 * begins with the business. Of any other it is a range of ids, across all businesses: few collections have an index of the business by id.
 * @param after the last id that was looked at; empty at the beginning
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
