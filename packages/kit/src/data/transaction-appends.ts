import { type ClientSession, MongoClientBulkWriteError, MongoClientBulkWriteExecutionError, MongoError } from "mongodb";
import type { Append, TransactionEnvironment } from "./transaction.types.js";

/** Inserts all appended documents of a transaction in one command. */
export async function insertAppends(
  { client, mongo, tenancyGuard }: TransactionEnvironment,
  session: ClientSession,
  appends: readonly Append[],
): Promise<void> {
  if (appends.length === 0) return;
  for (const { collection, document } of appends) tenancyGuard?.checkInsert(collection, document);
  const models = appends.map(({ collection, document }) => ({
    name: "insertOne" as const,
    namespace: `${mongo.databaseName}.${collection}`,
    document,
  }));
  try {
    await client.bulkWrite(models, { session, ordered: true });
  } catch (error) {
    // Driver 7.8 leaves the label "TransientTransactionError" on the cause, where withTransaction does not look for it.
    if (isBulkWriteError(error) && error.cause instanceof MongoError) throw error.cause;
    throw error;
  }
}

function isBulkWriteError(error: unknown): error is MongoClientBulkWriteError | MongoClientBulkWriteExecutionError {
  return error instanceof MongoClientBulkWriteError || error instanceof MongoClientBulkWriteExecutionError;
}
