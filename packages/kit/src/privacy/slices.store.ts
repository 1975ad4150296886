import type { Filter } from "mongodb";
import type { Call } from "../call/call.js";
import type { Database } from "../data/database.types.js";
import type { DeadLetterRow } from "../data/infrastructure.js";
import type { StoredRecord } from "../data/tenancy/tenant-collection.types.js";

/** Records of all businesses in a slice: 20,000 are examined in about 20 ms. */
const recordsPerSlice = 20_000;
/** Bounds the memory: an outbox row has up to 128 events, about 100 KB. */
const rowsMax = 100;

/**
 * The next records of the business in a collection that has no index by business, in the order of the ids. Such a collection is
 * read once per pass of an erasure, in slices. An index would have to be written with each event. Of sandboxes, which are deleted often, the outbox
 * and the inbox have one.
 * @param after the last id of the previous slice
 * @param fields the fields to read
 * @returns `next`: pass it as `after` for the following slice; undefined at the end
 */
export async function findSlice<T extends StoredRecord>(
  { db, call }: { db: Database; call: Call },
  collection: string,
  after: string | undefined,
  fields: readonly string[],
): Promise<{ rows: T[]; next: string | undefined }> {
  const isIndexed = db.isIndexedByBusiness(collection, call.businessId);
  const last = isIndexed ? undefined : await db.findSliceEnd(collection, after, recordsPerSlice);
  const range = { ...(after !== undefined && { $gt: after }), ...(last !== undefined && { $lte: last }) };
  const isBounded = Object.keys(range).length > 0;
  const filter = (isBounded ? { _id: range } : {}) as Filter<T>;
  const projection = Object.fromEntries(fields.map((field) => [field, 1]));
  const rows = await db
    .scope(call)
    .collection<T>(collection)
    .find(filter, { ...(!isIndexed && { hint: { _id: 1 } }), sort: { _id: 1 }, limit: rowsMax, projection });
  return { rows, next: rows.length === rowsMax ? rows.at(-1)?._id : last };
}

/**
 * The next dead letters of the business. Their rows have no field for it, only a subject that contains it, so all of them are read.
 * @param after the last id of the previous part
 */
export async function findDeadLetters(
  { db, call }: { db: Database; call: Call },
  after: string | undefined,
  limit: number,
): Promise<{ rows: DeadLetterRow[]; next: string | undefined }> {
  const rows = await db
    .infrastructure<DeadLetterRow>("deadLetters")
    .find({ _id: { $gt: after ?? "" } }, { sort: { _id: 1 }, limit, maxTimeMS: 5000 })
    .toArray();
  const own = rows.filter(({ subject }) => subject.split(".")[2] === call.businessId);
  return { rows: own, next: rows.length === limit ? rows.at(-1)?._id : undefined };
}
