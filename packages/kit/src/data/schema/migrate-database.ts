import { setTimeout as sleep } from "node:timers/promises";
import { type Collection, type Db, MongoClient } from "mongodb";
import type { Logger } from "../../telemetry/logger.js";
import { changeRecords } from "./change-records.js";
import type { DatabaseOptions } from "../database.types.js";
import { bringIndexes, digestIndexes, dropIndex } from "./indexes.js";
import type { LeaseRow } from "../infrastructure.js";
import { runWithLease } from "../leases/lease.js";
import {
  assertVersionsInOrder,
  getNewestVersion,
  getRecordedVersion,
  isSettled,
  needsRun,
} from "./migrations.rules.js";
import type { DatabaseSchema, Migration, MigrationRow } from "./migrations.types.js";
import { connectToDatabase } from "./wait-for-database.js";

const leaseName = "migration";
const askAgainMs = 1000;

export type MigrationOptions = Pick<DatabaseOptions, "url" | "name" | "appName" | "logger"> & DatabaseSchema;

/**
 * The migration job: brings a database to the schema of this build, before processes of this build start. Two jobs run one after the other. A job may
 * be killed at any point; the next one continues. It does not change the schema of a later build.
 * @throws Error when an index differs from the declared one in more than its time to live, and errors of MongoDB
 */
export async function migrateDatabase(options: MigrationOptions): Promise<void> {
  assertVersionsInOrder(options.migrations ?? []);
  const client = await connect(options);
  try {
    const mongo = client.db(options.name);
    const leases = mongo.collection<LeaseRow>("leases");
    const work = (signal: AbortSignal) => migrate(mongo, options, signal);
    for (let isWaiting = false; !(await runWithLease(leases, leaseName, work)); isWaiting = true) {
      if (!isWaiting) options.logger.info("another migration job is working; waiting for it");
      await sleep(askAgainMs);
    }
  } finally {
    await client.close();
  }
}

async function connect({ url, appName }: MigrationOptions): Promise<MongoClient> {
  const client = new MongoClient(url, {
    appName: `${appName}-migration`,
    serverSelectionTimeoutMS: 30_000,
    socketTimeoutMS: 60_000,
    writeConcern: { w: "majority", journal: true },
    readConcern: { level: "majority" },
  });
  await connectToDatabase(client);
  return client;
}

async function migrate(mongo: Db, options: MigrationOptions, signal: AbortSignal): Promise<void> {
  const { migrations = [], logger } = options;
  const rows = mongo.collection<MigrationRow>("migrations");
  const recorded = await rows.find().toArray();
  const version = getNewestVersion(migrations);
  if (getRecordedVersion(recorded) > version) {
    // Processes of this build write what the later steps have changed. The jobs of the later build repeat them, as after their first run.
    await rows.updateMany({ _id: { $gt: version } }, { $set: { isReopened: true }, $unset: { settledAt: "" } });
    logger.info(
      { version, recorded: getRecordedVersion(recorded) },
      "the schema is that of a later build; nothing to do",
    );
    return;
  }
  await bringIndexes(mongo, options, logger);
  for (const migration of migrations) {
    const row = recorded.find(({ _id }) => _id === migration.version);
    if (needsRun(migration, row)) await runStep({ mongo, rows, migration, row, signal, logger });
  }
  await rows.updateOne({ _id: version }, { $set: { indexes: digestIndexes(options) } });
  logger.info({ version }, "the schema is up to date");
}

interface StepRun {
  mongo: Db;
  rows: Collection<MigrationRow>;
  migration: Migration;
  row: MigrationRow | undefined;
  signal: AbortSignal;
  logger: Logger;
}

async function runStep({ mongo, rows, migration, row, signal, logger }: StepRun): Promise<void> {
  const { version, change, oldestVersion = 0, up, drops = [] } = migration;
  signal.throwIfAborted();
  const begunAt = new Date();
  const created = { change, oldestVersion, startedAt: begunAt, changed: 0 };
  if (!row) await rows.updateOne({ _id: version }, { $setOnInsert: created }, { upsert: true });
  // A repetition examines all records: the position of an interrupted run says nothing about the records before it.
  if (row?.finishedAt) await rows.updateOne({ _id: version }, { $unset: { progress: "" } });
  let number = 0;
  await up?.({
    changeRecords: (changes) => changeRecords({ mongo, rows, version, signal, number: ++number }, changes),
  });
  for (const { collection, index } of drops) await dropIndex(mongo, collection, index);
  signal.throwIfAborted();
  const after = await rows.findOne({ _id: version });
  const changed = (after?.changed ?? 0) - (row?.changed ?? 0);
  const firstFinishedAt = row?.isReopened ? undefined : row?.finishedAt;
  const settled = isSettled(firstFinishedAt, begunAt, changed) && { settledAt: begunAt };
  const finished = { finishedAt: firstFinishedAt ?? new Date(), ...settled };
  await rows.updateOne({ _id: version }, { $set: finished, $unset: { progress: "", isReopened: "" } });
  logger.info({ version, change, changed }, row?.finishedAt ? "schema step repeated" : "schema step finished");
}
