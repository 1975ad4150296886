import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "mongodb";
import { classifyDatabaseError } from "../../errors/database-failures.js";
import type { Logger } from "../../telemetry/logger.js";
import { findSchemaProblem, getNewestVersion } from "./migrations.rules.js";
import type { Migration, MigrationRow } from "./migrations.types.js";

const askAgainMs = 1000;
const repeatLogMs = 60_000;

/**
 * Waits until the schema is one that a process of this build can work with. Waiting is better than an exit: the process stays unready, the replicas
 * of the previous version keep serving, and no process is restarted repeatedly while a job builds an index. It continues to wait when the database
 * does not answer meanwhile.
 */
export async function waitForSchema(mongo: Db, migrations: readonly Migration[], logger: Logger): Promise<void> {
  const rows = mongo.collection<MigrationRow>("migrations");
  const version = getNewestVersion(migrations);
  for (let loggedAt = -Infinity; ;) {
    const problem = await rows
      .find({}, { maxTimeMS: 5000 })
      .toArray()
      .then((found) => findSchemaProblem(found, version), toOutage);
    if (!problem) return;
    if (performance.now() - loggedAt >= repeatLogMs) {
      logger.warn({ reason: problem }, "waiting for the schema");
      loggedAt = performance.now();
    }
    await sleep(askAgainMs);
  }
}

/** @throws the error when it is none that passes by itself */
function toOutage(error: unknown): string {
  if (!(error instanceof Error) || !classifyDatabaseError(error)) throw error;
  return error.message;
}
