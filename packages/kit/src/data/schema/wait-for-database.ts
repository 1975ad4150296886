import { setTimeout as sleep } from "node:timers/promises";
import { type MongoClient, MongoServerSelectionError } from "mongodb";
import { assertServerVersion } from "../../config/server-versions.js";
import { classifyDatabaseError, gotNoConnection } from "../../errors/database-failures.js";
import type { Logger } from "../../telemetry/logger.js";

const repeatLogMs = 60_000;
/** How long the first attempt waits for its connection; each attempt that was too short doubles it. */
const connectionMs = 5_000;
const connectionMsMax = 30_000;
const pauseMs = 100;
const pauseMsMax = 5_000;

/**
 * Connects, and waits without limit while the database is unreachable: the process stays alive and not ready, as while it waits for its schema. If it
 * exited, it would only be restarted, after a longer delay each time. A refused password, a wrong URL or an old server is an error at once.
 */
export async function waitForDatabase(
  client: MongoClient,
  logger: Logger,
  waits: { connectionMs: number } = { connectionMs },
): Promise<void> {
  let { connectionMs: waitMs } = waits;
  let nextPauseMs = pauseMs;
  for (let loggedAt = -Infinity; ;) {
    try {
      // Each attempt lasts as long as `serverSelectionTimeoutMS`, or as `waitMs` when the server is found and signing in takes longer.
      return await withConnectionWait(client, waitMs, () => connectToDatabase(client));
    } catch (error) {
      if (!(error instanceof Error) || classifyDatabaseError(error)?.code !== "service_unavailable") throw error;
      if (performance.now() - loggedAt >= repeatLogMs) {
        logger.warn({ reason: error.message }, "waiting for the database");
        loggedAt = performance.now();
      }
      // No pause: the attempt has already waited for a server.
      if (error instanceof MongoServerSelectionError) continue;
      if (gotNoConnection(error)) waitMs = Math.min(waitMs * 2, connectionMsMax);
      await sleep(nextPauseMs);
      nextPauseMs = Math.min(nextPauseMs * 2, pauseMsMax);
    }
  }
}

/**
 * The driver has one limit for both: how long a call waits for a free connection, and how long the first connection may take with its
 * sign-in. When it is over, `connect()` throws the connection away, so with the limit of a call a slow sign-in would never end, and the
 * refusal of a password would not be read. The driver reads its options with each attempt.
 */
async function withConnectionWait<T>(client: MongoClient, waitMs: number, connect: () => Promise<T>): Promise<T> {
  const options: { waitQueueTimeoutMS: number } = client.options;
  const { waitQueueTimeoutMS } = options;
  options.waitQueueTimeoutMS = waitMs;
  try {
    return await connect();
  } finally {
    options.waitQueueTimeoutMS = waitQueueTimeoutMS;
  }
}

/** @throws Error also when the server is older than what this build needs */
export async function connectToDatabase(client: MongoClient): Promise<void> {
  await client.connect();
  const { version } = await client.db("admin").command({ buildInfo: 1 });
  assertServerVersion("MongoDB", String(version));
}
