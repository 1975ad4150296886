import {
  type ClientSession,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  type TransactionOptions,
} from "mongodb";
import { assertBusinessId } from "../../call/business-id.js";
import { findBulkWriteCause } from "../../errors/index.js";
import { interruptedCode, labelInterruptedCommits } from "./interrupted-commits.js";
import { createOrphanedTransactionCleaner } from "./orphaned-transactions.js";
import { createAppends, writeAppends } from "./transaction-appends.js";
import type { TransactionBody, TransactionEnvironment } from "./transaction.types.js";

/**
 * The error of an attempt that has not committed yet, with the label by which `withTransaction` runs it again. The driver and the
 * server leave it out in these cases; nothing of the attempt is committed in any of them:
 * - Another process aborted the transaction as orphaned while one of its commands was running. The server sets the label only when it
 *   aborts a transaction between two commands.
 * - The connection broke after the driver had given up the whole pool, because a monitor noticed first that there is no primary any more.
 */
function labelTransientError(thrown: unknown): unknown {
  const error = findBulkWriteCause(thrown);
  if (error instanceof MongoError && (isInterrupted(error) || error instanceof MongoNetworkError))
    error.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return error;
}

const isInterrupted = (error: MongoError) => error instanceof MongoServerError && error.code === interruptedCode;

const transactionOptions: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", journal: true },
  readPreference: "primary",
  maxCommitTimeMS: 10_000,
};

/**
 * Runs `body` until it commits without a conflict, and writes what it appended in one command just before the commit. After a
 * write conflict, retries of the same business run one at a time; in parallel they would only conflict again.
 */
export async function runAttempts<Result>(
  environment: TransactionEnvironment,
  businessId: string,
  body: TransactionBody<Result>,
): Promise<Result> {
  assertBusinessId(businessId);
  const { client, logger, metrics, retryMutex, countSlots } = environment;
  let appends = createAppends();
  let isRetry = false;
  let releaseRetry: (() => void) | undefined;
  let releaseSlot: (() => void) | undefined;
  let abortOrphans: (() => Promise<void>) | undefined;
  const createCleaner = () =>
    createOrphanedTransactionCleaner(
      client,
      (error) => logger.warn({ err: error }, "orphaned transactions not aborted"),
      (count) => metrics?.orphanedTransactions.inc(count),
    );
  const attempt = async (session: ClientSession): Promise<Result> => {
    if (isRetry) {
      metrics?.transactionRetries.inc();
      releaseRetry ??= await retryMutex.acquire(businessId);
      // Its time begins here: a transaction that waits for the retries of others has no conflict.
      abortOrphans ??= createCleaner();
      await abortOrphans();
    }
    releaseSlot?.();
    const { slot, release } = countSlots.acquire(businessId, isRetry);
    releaseSlot = release;
    isRetry = true;
    appends = createAppends();
    return runBody(session, slot);
  };
  async function runBody(session: ClientSession, slot: number): Promise<Result> {
    try {
      const result = await body(session, appends);
      await writeAppends(environment, session, appends, { businessId, slot });
      return result;
    } catch (error) {
      throw labelTransientError(error);
    }
  }
  try {
    const result = await client.withSession((session) => {
      labelInterruptedCommits(session);
      return session.withTransaction(attempt, transactionOptions);
    });
    if (appends.outboxRows.length > 0) environment.onEventsCommitted(appends.outboxRows);
    return result;
  } finally {
    // Also after a failure, because the commit may have succeeded.
    for (const collection of appends.changed) environment.forget(collection, businessId);
    releaseSlot?.();
    releaseRetry?.();
  }
}
