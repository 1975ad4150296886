import { MongoError, MongoErrorLabel, MongoNetworkError, MongoServerError } from "mongodb";
import { findBulkWriteCause } from "../errors/index.js";
import { interruptedCode } from "./interrupted-commits.js";

/**
 * The error of an attempt that has not committed yet, with the label by which `withTransaction` runs it again. The driver and the
 * server leave it out in these cases; nothing of the attempt is committed in any of them:
 * - Another process aborted the transaction as orphaned while one of its commands was running. The server sets the label only when it
 *   aborts a transaction between two commands.
 * - The connection broke after the driver had given up the whole pool, because a monitor noticed first that the primary is gone.
 */
export function labelTransientError(thrown: unknown): unknown {
  const error = findBulkWriteCause(thrown);
  if (error instanceof MongoError && (isInterrupted(error) || error instanceof MongoNetworkError))
    error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return error;
}

const isInterrupted = (error: MongoError) => error instanceof MongoServerError && error.code === interruptedCode;
