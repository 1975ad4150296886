import { MongoServerError } from "mongodb";
import { typeid } from "typeid-js";

/**
 * A new TypeID: `wdr_01h…`. Unique without coordination, and sortable by creation time.
 * @param prefix three or four lower-case letters that name the kind of record
 * @see https://github.com/jetify-com/typeid
 */
export function newId(prefix: string): string {
  return typeid(prefix).toString();
}

/** Whether a write failed because a unique index already holds its value. `field` is one of the keys of the index. */
export function isDuplicateKeyError(error: unknown, field?: string): error is MongoServerError {
  if (!(error instanceof MongoServerError) || error.code !== 11_000) return false;
  return field === undefined || Object.hasOwn((error["keyPattern"] as object | undefined) ?? {}, field);
}
