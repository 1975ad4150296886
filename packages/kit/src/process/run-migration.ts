import { readConfig } from "../config/config.js";
import { migrateDatabase } from "../data/schema/migrate-database.js";
import type { DatabaseSchema } from "../data/schema/migrations.types.js";
import { createLogger } from "../telemetry/logger.js";
import { serviceConfig } from "./service-settings.js";

/** The settings of a migration job. It needs no other ones, so that it gets no secrets but that of its database. */
export const jobConfig = serviceConfig.pick({ MONGODB_URL: true, MONGODB_DATABASE: true, LOG_LEVEL: true });

/** The migration job of a process: brings its database to the schema of this build. */
export async function runMigration(
  name: string,
  schema: DatabaseSchema,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const config = readConfig(jobConfig, environment);
  const { MONGODB_URL: url, MONGODB_DATABASE: database = name, LOG_LEVEL } = config;
  await migrateDatabase({ url, name: database, appName: name, logger: createLogger(name, LOG_LEVEL), ...schema });
}
