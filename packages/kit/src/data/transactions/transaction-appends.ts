import {
  type AnyClientBulkWriteModel,
  type ClientBulkWriteResult,
  type ClientSession,
  type Document,
  MongoClientBulkWriteError,
  MongoClientBulkWriteExecutionError,
  MongoError,
  MongoErrorLabel,
} from "mongodb";
import { countChangeCollection, type CountChangeRow } from "../analytics/analytics-records.js";
import { mergeCombinations, toCountUpdates } from "../counts/count-changes.rules.js";
import { dailyCountCollection } from "../counts/daily-counts.js";
import { newId } from "../ids.js";
import type { BusinessOwned } from "../tenancy/tenant-collection.types.js";
import { createOutboxRows } from "./outbox-row.js";
import type { Appends, TransactionEnvironment } from "./transaction.types.js";

export const createAppends = (): Appends => ({
  updates: [],
  inserts: [],
  events: [],
  outboxRows: [],
  counts: [],
  combinations: [],
  isPlannedOnMemory: false,
  changed: new Set(),
});

/**
 * Carries out everything that a transaction has appended, in one command: the updates, the inserts, and the increments of its
 * counters.
 * @param target whose counters, and to which of their slots the increments go
 * @throws MongoError that makes the transaction run again, when an update that was planned on remembered records matches none
 */
export async function writeAppends(
  environment: TransactionEnvironment,
  session: ClientSession,
  appends: Appends,
  target: { businessId: string; slot: number },
): Promise<void> {
  appends.outboxRows = createOutboxRows(target.businessId, appends.events);
  const models = toModels(environment, appends, target);
  if (models.length === 0) return;
  // An update of a counter inserts its record when it is missing; an appended update never inserts.
  const expected = models.filter(({ name }) => name === "updateOne").length;
  const isComplete = ({ matchedCount, upsertedCount }: ClientBulkWriteResult) =>
    matchedCount + upsertedCount === expected;
  try {
    if (!isComplete(await environment.client.bulkWrite(models, { session, ordered: true })))
      throw createUnmatchedError(appends);
  } catch (error) {
    // Driver 7.8 leaves the label "TransientTransactionError" on the cause, where withTransaction does not look for it.
    if (isBulkWriteError(error) && error.cause instanceof MongoError) throw error.cause;
    // The updates come first. When one of them matches nothing, the inserts conflict with the rows of the process that committed first.
    if (error instanceof MongoClientBulkWriteError && !hasMatched(error, appends)) throw createUnmatchedError(appends);
    throw error;
  }
}

function toModels(
  { mongo, tenancyGuard }: TransactionEnvironment,
  { updates, inserts, outboxRows, counts, combinations }: Appends,
  { businessId, slot }: { businessId: string; slot: number },
): AnyClientBulkWriteModel<Document>[] {
  const { databaseName } = mongo;
  const changes = mergeCombinations(combinations);
  const allInserts: Appends["inserts"] = [
    ...inserts,
    ...outboxRows.map((document) => ({ collection: "outbox", document })),
  ];
  if (changes.length > 0) {
    const document: CountChangeRow & BusinessOwned = { _id: newId("cch"), businessId, createdAt: new Date(), changes };
    allInserts.push({ collection: countChangeCollection, document });
  }
  for (const { collection, filter } of updates) tenancyGuard?.checkFilter("update", collection, filter);
  for (const { collection, document } of allInserts) tenancyGuard?.checkInsert(collection, document);
  return [
    ...updates.map(({ collection, ...update }) => ({
      name: "updateOne" as const,
      namespace: `${databaseName}.${collection}`,
      ...update,
    })),
    ...allInserts.map(({ collection, document }) => ({
      name: "insertOne" as const,
      namespace: `${databaseName}.${collection}`,
      document,
    })),
    ...toUpserts(`${databaseName}.${dailyCountCollection}`, toCountUpdates(businessId, slot, counts)),
  ];
}

const toUpserts = (namespace: string, updates: readonly { filter: Document; update: Document }[]) =>
  updates.map((update) => ({ name: "updateOne" as const, namespace, ...update, upsert: true }));

function hasMatched({ partialResult }: MongoClientBulkWriteError, { updates }: Appends): boolean {
  return updates.length === 0 || (partialResult !== undefined && partialResult.matchedCount >= updates.length);
}

/** When everything was read in this transaction, it is a fault of ours that another run would repeat. */
function createUnmatchedError({ isPlannedOnMemory, updates }: Appends): Error {
  const collections = [...new Set(updates.map(({ collection }) => collection))].join(", ");
  if (!isPlannedOnMemory) return new Error(`an update matched no record (updates of ${collections})`);
  const outdated = new MongoError(`a remembered record was changed by another process (one of ${collections})`);
  outdated.addErrorLabel(MongoErrorLabel.TransientTransactionError);
  return outdated;
}

function isBulkWriteError(error: unknown): error is MongoClientBulkWriteError | MongoClientBulkWriteExecutionError {
  return error instanceof MongoClientBulkWriteError || error instanceof MongoClientBulkWriteExecutionError;
}
