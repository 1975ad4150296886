import { randomBytes } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { testBackend } from "../../testing/index.js";
import { openDatabase } from "../database.js";
import { acquireLease, releaseLease } from "../leases/lease.js";
import type { LeaseRow } from "../infrastructure.js";
import { migrateDatabase } from "./migrate-database.js";
import type { Migration, MigrationRow } from "./migrations.types.js";

const logger = createLogger("kit", "silent");
const url = testBackend().mongodbUrl;
let client: MongoClient;
let name: string;
beforeAll(async () => void (client = await MongoClient.connect(url)));
beforeEach(() => void (name = `test_migrations_${randomBytes(4).toString("hex")}`));
afterAll(() => client.close());

interface Row {
  _id: string;
  businessId: string;
  name: string;
  size?: number;
}

const records = () => client.db(name).collection<Row>("records");
const steps = () => client.db(name).collection<MigrationRow>("migrations");
const insertRows = (count: number) =>
  records().insertMany(
    Array.from({ length: count }, (_, number) => ({
      _id: `r_${String(number).padStart(6, "0")}`,
      businessId: "biz_1",
      name: "x".repeat(number % 7),
    })),
  );

const step = (version: number, given: Partial<Migration> = {}): Migration => ({
  version,
  change: `Step ${version}.`,
  versionBefore: "It goes on.",
  indexes: "",
  ...given,
});

/**
 * @param onUpdate is called for every record that the step examines
 * @param onBegin is called before the step reads
 */
const sizeStep = (onUpdate: () => void = () => undefined, onBegin = async (): Promise<unknown> => undefined) =>
  step(2, {
    async up({ changeRecords }) {
      await onBegin();
      await changeRecords({
        collection: "records",
        filter: { size: null },
        fields: ["name"],
        toUpdate: (record) => {
          onUpdate();
          return { $set: { size: (record["name"] as string).length } };
        },
      });
    },
  });

const options = (given: object = {}) => ({ url, name, appName: "kit", logger, indexes: {}, ...given });

describe("indexes", () => {
  const ttl = (expireAfterSeconds: number) =>
    options({ indexes: { records: [{ key: { at: 1 as const }, expireAfterSeconds }] } });
  const find = async (key: string) => (await records().indexes()).find((index) => key in index.key);

  test("a changed time to live is changed in the database, and the job can run again and again", async () => {
    await migrateDatabase(ttl(60));
    await migrateDatabase(ttl(60));
    await migrateDatabase(ttl(3600));
    expect(await find("at")).toMatchObject({ expireAfterSeconds: 3600 });
  });

  test("an index that is not declared any more stays, until a step drops it", async () => {
    const declared = { records: [{ key: { size: 1 as const } }] };
    await migrateDatabase(options({ indexes: declared, migrations: [step(1)] }));
    await migrateDatabase(options({ indexes: { records: [] }, migrations: [step(1), step(2)] }));
    expect(await find("size")).toBeDefined();
    const drop = step(3, { oldestVersion: 2, drops: [{ collection: "records", index: "businessId_1_size_1" }] });
    const migrations = [step(1), step(2), drop];
    await migrateDatabase(options({ indexes: { records: [] }, migrations }));
    expect(await find("size")).toBeUndefined();
    // A job that was killed after the drop and before the record of it.
    await steps().updateOne({ _id: 3 }, { $unset: { finishedAt: "" } });
    await migrateDatabase(options({ indexes: { records: [] }, migrations }));
    expect(await steps().findOne({ _id: 3 })).toHaveProperty("finishedAt");
  });

  test("an index of the same name with another key is refused with a sentence that says what to do", async () => {
    const declare = (key: Record<string, 1>) => options({ indexes: { records: [{ name: "byName", key }] } });
    await migrateDatabase(declare({ name: 1 }));
    await expect(migrateDatabase(declare({ name: 1, size: 1 }))).rejects.toThrow(
      "index byName of records exists with another key or other options; declare the new one under another name",
    );
  });
});

test("a unique index over records that are equal is refused with a sentence that names the fields, and no value", async () => {
  await insertRows(8);
  const unique = { records: [{ key: { name: 1 as const }, unique: true }] };
  const attempt = () => migrateDatabase(options({ indexes: unique, migrations: [step(1)] }));
  await expect(attempt()).rejects.toThrow(
    /^a unique index of records cannot be built: records have the same businessId, name\. Processes/,
  );
  expect(await steps().countDocuments()).toBe(0);
  await records().updateOne({ _id: "r_000007" }, { $set: { name: "other" } });
  await attempt();
  expect(await steps().findOne({ _id: 1 })).toHaveProperty("finishedAt");
});

describe("changes of data", () => {
  test("every record is changed once, in batches, also when it is written meanwhile", async () => {
    await insertRows(2500);
    // A service renames a record after it was read: the size of the old name must not be stored. The job, which writes outside of a
    // transaction, waits for the end of the one that holds the record.
    const session = client.startSession();
    const rename = () => {
      session.startTransaction();
      return records().updateOne({ _id: "r_000500" }, { $set: { name: "renamed" } }, { session });
    };
    let renamed: Promise<void> | undefined;
    const endRename = () => void (renamed ??= session.commitTransaction());
    await migrateDatabase(options({ migrations: [step(1), sizeStep(endRename, rename)] }));
    await renamed;
    await session.endSession();
    expect(await records().countDocuments({ size: { $exists: false } })).toBe(0);
    expect(await records().countDocuments({ $expr: { $ne: ["$size", { $strLenCP: "$name" }] } })).toBe(0);
    expect(await steps().findOne({ _id: 2 })).toMatchObject({ changed: 2500, finishedAt: expect.any(Date) });
  });

  test("the next job continues after the last batch of an interrupted one", async () => {
    await insertRows(2500);
    let calls = 0;
    const fail = () => {
      calls += 1;
      if (calls === 1001) throw new Error("interrupted");
    };
    await expect(migrateDatabase(options({ migrations: [step(1), sizeStep(fail)] }))).rejects.toThrow("interrupted");
    expect(await steps().findOne({ _id: 2 })).toMatchObject({
      changed: 1000,
      progress: { "1-records": { after: "r_000999", isUnchanged: true } },
    });
    await migrateDatabase(options({ migrations: [step(1), sizeStep(fail)] }));
    expect(calls).toBe(2501);
    expect(await records().countDocuments({ size: { $exists: false } })).toBe(0);
  });

  test("two changes of one collection in a step both reach every record", async () => {
    await insertRows(1500);
    const setField = (field: string) => ({
      ...{ collection: "records", filter: { [field]: null }, fields: [] },
      toUpdate: () => ({ $set: { [field]: 1 } }),
    });
    const up: Migration["up"] = async ({ changeRecords }) => {
      await changeRecords(setField("first"));
      await changeRecords(setField("second"));
    };
    await migrateDatabase(options({ migrations: [step(1), step(2, { up })] }));
    expect(await records().countDocuments({ first: 1, second: 1 })).toBe(1500);
  });

  test("after a job was killed in its first pass, a record that a service changed is still migrated", async () => {
    await insertRows(2500);
    // The state after such a job: the record at the beginning was changed meanwhile, and remained for the next pass.
    await steps().insertOne({
      ...{ _id: 2, change: "Step 2.", oldestVersion: 0, startedAt: new Date(), changed: 999 },
      progress: { "1-records": { after: "r_000999", isUnchanged: false } },
    });
    await migrateDatabase(options({ migrations: [step(1), sizeStep()] }));
    expect(await records().countDocuments({ size: { $exists: false } })).toBe(0);
  });

  test("records that the previous version writes after the job are changed by the next job", async () => {
    const migrations = [step(1), sizeStep()];
    await insertRows(3);
    await migrateDatabase(options({ migrations }));
    await records().insertOne({ _id: "a_late", businessId: "biz_1", name: "late" });
    await migrateDatabase(options({ migrations }));
    expect(await records().findOne({ _id: "a_late" })).toMatchObject({ size: 4 });
    expect(await steps().findOne({ _id: 2 })).toMatchObject({ changed: 4 });
    expect(await steps().findOne({ _id: 2 })).not.toHaveProperty("settledAt");
    await steps().updateOne({ _id: 2 }, { $set: { finishedAt: new Date(Date.now() - 3_700_000) } });
    await migrateDatabase(options({ migrations }));
    expect(await steps().findOne({ _id: 2 })).toHaveProperty("settledAt");
  });
});

test("after a step back to an earlier build, the next job of the later one changes what the earlier build has written", async () => {
  const [before, later] = [[step(1)], [step(1), sizeStep()]];
  const anHourAgo = new Date(Date.now() - 3_700_000);
  await migrateDatabase(options({ migrations: later }));
  await steps().updateOne({ _id: 2 }, { $set: { finishedAt: anHourAgo } });
  await migrateDatabase(options({ migrations: later }));
  expect(await steps().findOne({ _id: 2 })).toHaveProperty("settledAt");
  await migrateDatabase(options({ migrations: before }));
  await records().insertOne({ _id: "r_1", businessId: "biz_1", name: "back" });

  await migrateDatabase(options({ migrations: later }));
  expect(await records().findOne({ _id: "r_1" })).toMatchObject({ size: 4 });
});

test("the first job after a step back is not the last one: processes of the earlier build still write while it runs", async () => {
  const [before, later] = [[step(1)], [step(1), sizeStep()]];
  await migrateDatabase(options({ migrations: later }));
  await steps().updateOne({ _id: 2 }, { $set: { finishedAt: new Date(Date.now() - 3_700_000) } });
  await migrateDatabase(options({ migrations: before }));
  await migrateDatabase(options({ migrations: later }));
  await records().insertOne({ _id: "r_1", businessId: "biz_1", name: "late" });

  await migrateDatabase(options({ migrations: later }));
  expect(await records().findOne({ _id: "r_1" })).toMatchObject({ size: 4 });
});

test("of two jobs one works, and the other one waits and finds nothing to do", async () => {
  await insertRows(1500);
  let calls = 0;
  const migrations = [step(1), sizeStep(() => (calls += 1))];
  await Promise.all([migrateDatabase(options({ migrations })), migrateDatabase(options({ migrations }))]);
  expect(calls).toBe(1500);
});

test("a job waits for the lease of one that was killed", async () => {
  const leases = client.db(name).collection<LeaseRow>("leases");
  await acquireLease(leases, "migration", "killed");
  const job = migrateDatabase(options({ migrations: [step(1)] }));
  await releaseLease(leases, "migration", "killed");
  await job;
  expect(await steps().countDocuments()).toBe(1);
});

test("the job of an earlier build changes nothing of a later schema", async () => {
  const declared = { records: [{ key: { size: 1 as const } }] };
  await migrateDatabase(options({ migrations: [step(1), step(2)] }));
  await migrateDatabase(options({ indexes: declared, migrations: [step(1)] }));
  expect(
    await records()
      .indexes()
      .catch(() => []),
  ).not.toContainEqual(expect.objectContaining({ name: "businessId_1_size_1" }));
});

test("a process waits for the job, and one of the previous version works with the later schema", async () => {
  const newer = [step(1), step(2)];
  const opening = openDatabase(options({ migrations: newer }));
  let isOpen = false;
  void opening.then(() => (isOpen = true));
  await migrateDatabase(options({ migrations: [step(1)] }));
  const before = await openDatabase(options({ migrations: [step(1)] }));
  expect(isOpen).toBe(false);
  await migrateDatabase(options({ migrations: newer }));
  const again = await openDatabase(options({ migrations: [step(1)] }));
  await Promise.all([before.close(), again.close(), (await opening).close()]);
});
