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

/** MaxTimeMSExpired, ExceededTimeLimit; Interrupted, which an operator may do to a slow operation. */
const outOfTime = new Set([50, 262, 11_601]);
/** The server steps down, shuts down or is not the primary (any more). */
const elsewhere = new Set([91, 189, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/**
 * What a failure of the database means to the caller: nothing is wrong with the request, and it may be sent again.
 * @returns undefined for an error that is our own fault
 */
export function classifyDatabaseError(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof MongoError)) return undefined;
  const { code } = error;
  const isOutOfTime = typeof code === "number" && outOfTime.has(code);
  // "Unavailable" would say that nothing has happened; here nobody knows.
  if (isOutOfTime || error.hasErrorLabel("UnknownTransactionCommitResult")) {
    return {
      code: "deadline_exceeded",
      detail: "The database took too long. A write may still have happened.",
      retryAfter: 1,
    };
  }
  return isAway(error)
    ? { code: "service_unavailable", detail: "The database is away for a moment. Try again.", retryAfter: 2 }
    : undefined;
}

function isAway(error: MongoError): boolean {
  if (error instanceof MongoServerError && typeof error.code === "number" && elsewhere.has(error.code)) return true;
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
