import {
  type AnyClientBulkWriteModel,
  type ClientSession,
  type Document,
  MongoClientBulkWriteError,
  MongoClientBulkWriteExecutionError,
  MongoError,
} from "mongodb";
import { toCountUpdates } from "./count-changes.rules.js";
import { dailyCountCollection } from "./daily-counts.js";
import type { Appends, TransactionEnvironment } from "./transaction.types.js";

/**
 * Inserts all appended documents of a transaction and increments its counters, in one command.
 * @param target whose counters, and to which of their slots the increments go
 */
export async function writeAppends(
  { client, mongo, tenancyGuard }: TransactionEnvironment,
  session: ClientSession,
  { inserts, counts }: Appends,
  { businessId, slot }: { businessId: string; slot: number },
): Promise<void> {
  for (const { collection, document } of inserts) tenancyGuard?.checkInsert(collection, document);
  const models: AnyClientBulkWriteModel<Document>[] = [
    ...inserts.map(({ collection, document }) => ({
      name: "insertOne" as const,
      namespace: `${mongo.databaseName}.${collection}`,
      document,
    })),
    ...toCountUpdates(businessId, slot, counts).map((countUpdate) => ({
      name: "updateOne" as const,
      namespace: `${mongo.databaseName}.${dailyCountCollection}`,
      ...countUpdate,
      upsert: true,
    })),
  ];
  if (models.length === 0) return;
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
