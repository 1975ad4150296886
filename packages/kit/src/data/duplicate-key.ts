import { MongoServerError } from "mongodb";

/** Whether a write failed because a unique index already holds its value. `field` is one of the keys of the index. */
export function isDuplicateKeyError(error: unknown, field?: string): error is MongoServerError {
  if (!(error instanceof MongoServerError) || error.code !== 11_000) return false;
  return field === undefined || Object.hasOwn((error["keyPattern"] as object | undefined) ?? {}, field);
}
