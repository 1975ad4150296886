import { openDatabase } from "../data/database.js";
import type { Database, DatabaseOptions } from "../data/database.types.js";
import { migrateDatabase } from "../data/schema/migrate-database.js";

/** A database with its indexes: the migration job first, as before every start of a process. */
export async function openTestDatabase(options: DatabaseOptions): Promise<Database> {
  await migrateDatabase(options);
  return openDatabase(options);
}

/** The MongoDB and the NATS of the tests; `npm test` starts them and sets these variables. */
export function testBackend(): { mongodbUrl: string; natsUrl: string } {
  const { TEST_MONGODB_URL: mongodbUrl, TEST_NATS_URL: natsUrl } = process.env;
  if (mongodbUrl && natsUrl) return { mongodbUrl, natsUrl };
  throw new Error(
    "TEST_MONGODB_URL and TEST_NATS_URL are not set: run `npm test`, or paste what `npm run backend` prints",
  );
}
