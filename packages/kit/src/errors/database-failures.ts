import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from "mongodb";

export interface DatabaseFailure {
  code: "deadline_exceeded" | "service_unavailable";
  detail: string;
  retryAfter: number;
  /** False when the failed operation has certainly changed nothing. */
  mayHaveWritten: boolean;
}

/**
 * MaxTimeMSExpired, ExceededTimeLimit, Interrupted (an operator killed a slow operation), and NoSuchTransaction, which is without a
 * label only after a commit with an unknown result.
 */
const timeoutCodes = new Set([50, 262, 11_601, 251]);
/** The driver does not export the classes of these errors. */
const noConnectionNames = new Set(["MongoWaitQueueTimeoutError", "MongoPoolClosedError"]);
/** The pool gave no connection: none was free or open in time, or its server has left the replica set. */
export const gotNoConnection = ({ name }: Error): boolean => noConnectionNames.has(name);
/** The server steps down, shuts down or is not the primary. */
const notPrimaryCodes = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/**
 * Classifies an error of the database for the caller: the request is correct and may be sent again.
 * @returns undefined for any other error
 */
export function classifyDatabaseError(thrown: unknown): DatabaseFailure | undefined {
  const error = findBulkWriteCause(thrown);
  if (!(error instanceof MongoError)) return undefined;
  const { code } = error;
  const isTimeout = typeof code === "number" && timeoutCodes.has(code);
  if (isTimeout || error.hasErrorLabel("UnknownTransactionCommitResult"))
    return { code: "deadline_exceeded", detail: "The database took too long.", retryAfter: 1, mayHaveWritten: true };
  if (!isUnavailable(error)) return undefined;
  const detail = "The database is away for a moment.";
  return { code: "service_unavailable", detail, retryAfter: 2, mayHaveWritten: !isKnownUnwritten(error) };
}

/** The operation was not sent, or it belongs to a transaction that is not committed. */
function isKnownUnwritten(error: MongoError): boolean {
  return (
    error.hasErrorLabel("TransientTransactionError") ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    gotNoConnection(error)
  );
}

function isUnavailable(error: MongoError): boolean {
  if (error instanceof MongoServerError && typeof error.code === "number" && notPrimaryCodes.has(error.code))
    return true;
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError ||
    error.hasErrorLabel("TransientTransactionError") ||
    gotNoConnection(error)
  );
}

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
