import { type ClientSession, MongoError, MongoErrorLabel, MongoServerError, MongoWriteConcernError } from "mongodb";

/** An operation that was ended by killOp or killSessions. */
export const interruptedCode = 11_601;
const noSuchTransactionCode = 251;

/**
 * Adds the labels by which `withTransaction` retries a commit that another process interrupted when it aborted this transaction as
 * orphaned. The server sets none of them in these two cases:
 * - The commit itself was interrupted: it is sent again, and the server answers whether the transaction is committed.
 * - The server has aborted the transaction, and its wait for the write concern was interrupted: the transaction runs again. Not when an
 *   earlier commit may have reached another primary: then only the write concern would tell that this one is not outdated.
 */
export function labelInterruptedCommits(session: ClientSession): void {
  const commit = session.commitTransaction.bind(session);
  let mayBeCommitted = false;
  session.commitTransaction = async (...options) => {
    try {
      await commit(...options);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      if (isInterruptedCommit(error)) {
        error.addErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
      } else {
        if (isAbortedCommit(error) && !mayBeCommitted) error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
        mayBeCommitted = error.hasErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
      }
      throw error;
    }
  };
}

function isInterruptedCommit(error: MongoError): boolean {
  return error.code === interruptedCode && !(error instanceof MongoWriteConcernError);
}

function isAbortedCommit(error: MongoError): boolean {
  if (!(error instanceof MongoServerError) || error.code !== noSuchTransactionCode) return false;
  return error.writeConcernError?.["code"] === interruptedCode;
}
