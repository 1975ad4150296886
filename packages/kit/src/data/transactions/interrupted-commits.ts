import {
  type ClientSession,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from "mongodb";
import { gotNoConnection } from "../../errors/database-failures.js";

/** An operation that was ended by killOp or killSessions. */
export const interruptedCode = 11_601;
const noSuchTransactionCode = 251;

/**
 * Adds the labels by which `withTransaction` retries a commit, in three cases in which the driver and the server set none of them:
 * - There was no connection for the commit. The driver sends a commit again when its connection broke, and throws only the error of the
 *   second time: that no server was found, for example, although the first may be committed. So it is sent again.
 * - The commit itself was interrupted by another process that aborted this transaction as orphaned: it is sent again, and the server
 *   answers whether the transaction is committed.
 * - The server has aborted the transaction as orphaned, and its wait for the write concern was interrupted: the transaction runs again. Not
 *   when an earlier commit may have reached another primary: then only the write concern would tell that this one is not outdated.
 */
export function labelInterruptedCommits(session: ClientSession): void {
  const commit = session.commitTransaction.bind(session);
  let mayBeCommitted = false;
  session.commitTransaction = async (...options) => {
    try {
      await commit(...options);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      if (hadNoConnection(error)) error.addErrorLabel(MongoErrorLabel.UnknownTransactionCommitResult);
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

/** @see https://github.com/mongodb/specifications/blob/master/source/transactions/transactions.md#unknowntransactioncommitresult */
function hadNoConnection(error: MongoError): boolean {
  if (error.hasErrorLabel(MongoErrorLabel.TransientTransactionError)) return false;
  return error instanceof MongoServerSelectionError || error instanceof MongoNetworkError || gotNoConnection(error);
}

function isAbortedCommit(error: MongoError): boolean {
  if (!(error instanceof MongoServerError) || error.code !== noSuchTransactionCode) return false;
  return error.writeConcernError?.["code"] === interruptedCode;
}
