import { openDatabase } from "../data/database.js";
import type { Database, DatabaseOptions } from "../data/database.types.js";
import { migrateDatabase } from "../data/schema/migrate-database.js";

/** A database with its indexes: the migration job first, as before every start of a process. */
export async function openTestDatabase(options: DatabaseOptions): Promise<Database> {
  await migrateDatabase(options);
  return openDatabase(options);
}
