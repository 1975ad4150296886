import {
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
}

/** MaxTimeMSExpired, ExceededTimeLimit, and Interrupted: an operator killed a slow operation. */
const timeoutCodes = new Set([50, 262, 11_601]);
/** The server steps down, shuts down or is not the primary. */
const notPrimaryCodes = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/**
 * Classifies an error of the database for the caller: the request is correct and may be sent again.
 * @returns undefined for any other error
 */
export function classifyDatabaseError(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof MongoError)) return undefined;
  const { code } = error;
  const isTimeout = typeof code === "number" && timeoutCodes.has(code);
  // Not service_unavailable, which says that nothing was written: here it is unknown.
  if (isTimeout || error.hasErrorLabel("UnknownTransactionCommitResult")) {
    return {
      code: "deadline_exceeded",
      detail: "The database took too long. A write may still have happened.",
      retryAfter: 1,
    };
  }
  return isUnavailable(error)
    ? { code: "service_unavailable", detail: "The database is away for a moment. Try again.", retryAfter: 2 }
    : undefined;
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
    // The driver does not export its class.
    error.name === "MongoWaitQueueTimeoutError"
  );
}
