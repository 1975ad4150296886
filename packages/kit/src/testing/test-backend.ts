import { MongoClient } from "mongodb";
import { openDatabase } from "../data/database.js";
import type { Database, DatabaseOptions } from "../data/database.types.js";
import { migrateDatabase } from "../data/schema/migrate-database.js";

/** A database with its indexes: the migration job first, as before every start of a process. */
export async function openTestDatabase(options: DatabaseOptions): Promise<Database> {
  await migrateDatabase(options);
  return openDatabase(options);
}

/**
 * Locks a record as a process does that is killed in a transaction which has changed it: the lock stays until another process aborts the transaction.
 * @returns closes the connection, at the end of the test
 */
export async function lockAsKilledProcess(
  database: string,
  collection: string,
  id: string,
): Promise<() => Promise<void>> {
  const client = await new MongoClient(testBackend().mongodbUrl).connect();
  const session = client.startSession();
  session.startTransaction();
  const records = client.db(database).collection<{ _id: string }>(collection);
  await records.updateOne({ _id: id }, { $set: { lockedAt: new Date() } }, { session });
  return () => client.close();
}

/** The MongoDB and the NATS of the tests; `npm test` starts them and sets these variables. */
export function testBackend(): { mongodbUrl: string; natsUrl: string } {
  const { TEST_MONGODB_URL: mongodbUrl, TEST_NATS_URL: natsUrl } = process.env;
  if (mongodbUrl && natsUrl) return { mongodbUrl, natsUrl };
  throw new Error(
    "TEST_MONGODB_URL and TEST_NATS_URL are not set: run `npm test`, or paste what `npm run backend` prints",
  );
}
