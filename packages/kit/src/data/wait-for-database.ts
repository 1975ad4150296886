import type { MongoClient } from "mongodb";
import { assertServerVersion } from "../config/server-versions.js";
import { classifyDatabaseError } from "../errors/database-failures.js";
import type { Logger } from "../telemetry/logger.js";

const repeatLogMs = 60_000;

/**
 * Connects, however long the database is unreachable: the process stays alive and not ready, as while it waits for its schema. An exit
 * would only start it again, later each time. A refused password, a wrong URL or an old server is an error at once.
 */
export async function waitForDatabase(client: MongoClient, logger: Logger): Promise<void> {
  for (let loggedAt = -Infinity; ;) {
    try {
      // Each attempt lasts as long as `serverSelectionTimeoutMS`, or as `waitQueueTimeoutMS` when the server is found and signing in takes longer.
      return await connectToDatabase(client);
    } catch (error) {
      if (!(error instanceof Error) || classifyDatabaseError(error)?.code !== "service_unavailable") throw error;
      if (performance.now() - loggedAt < repeatLogMs) continue;
      logger.warn({ reason: error.message }, "waiting for the database");
      loggedAt = performance.now();
    }
  }
}

/** @throws Error also when the server is older than what this build needs */
export async function connectToDatabase(client: MongoClient): Promise<void> {
  await client.connect();
  const { version } = await client.db("admin").command({ buildInfo: 1 });
  assertServerVersion("MongoDB", String(version));
}
