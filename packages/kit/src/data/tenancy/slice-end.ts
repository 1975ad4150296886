import type { Db } from "mongodb";
import type { StoredRecord } from "./tenant-collection.types.js";

/** Comment on these commands, by which the tenancy guard accepts them. */
export const sliceEndComment = "end of a slice";

const readTimeoutMs = 5000;

/** The id of the last record of a slice, of any business. It is read from the index of the ids. See `Database.findSliceEnd`. */
export async function findSliceEnd(
  mongo: Db,
  collection: string,
  after: string | undefined,
  records: number,
): Promise<string | undefined> {
  const last = await mongo
    .collection<StoredRecord>(collection)
    .findOne(after === undefined ? {} : { _id: { $gt: after } }, {
      projection: { _id: 1 },
      sort: { _id: 1 },
      skip: records - 1,
      comment: sliceEndComment,
      maxTimeMS: readTimeoutMs,
    });
  return last?._id;
}
