import { MongoBulkWriteError, MongoError } from "mongodb";

/**
 * Driver 7.8 throws a MongoBulkWriteError also when the connection broke, with the MongoNetworkError inside, and code that looks for
 * the class of the error finds the wrong one.
 * @returns the error inside, or the same error
 */
export function findBulkWriteCause(error: unknown): unknown {
  if (!(error instanceof MongoBulkWriteError)) return error;
  const cause: unknown = error.errorResponse;
  return cause instanceof MongoError ? cause : error;
}
