import { randomBytes } from "node:crypto";
import { type MongoClient, MongoServerError } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { readSnapshot } from "./snapshot.js";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name: `test_kit_snapshot_${randomBytes(4).toString("hex")}`,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    tenancyGuard: "commands",
  });
});
afterAll(() => db.close());

const newCall = () => createTestCall(newId("biz"));

test("all reads see the database at one moment, and only the records of their business", async () => {
  const [call, other] = [newCall(), newCall()];
  const insert = (into = call) =>
    db
      .scope(into)
      .collection("things")
      .insertOne({ _id: newId("thing") });
  await insert();
  await insert(other);
  const counts = await db.snapshot(call, async (scope) => {
    const things = scope.collection("things");
    const before = await things.count({});
    await insert();
    const all = [things.count({}), things.find({}), things.aggregate([]), things.findOne({})] as const;
    const [count, found, aggregated, one] = await Promise.all(all);
    return [before, count, found.length, aggregated.length, one ? 1 : 0];
  });
  expect(counts).toEqual([1, 1, 1, 1, 1]);
  expect(await db.scope(call).collection("things").count({})).toBe(2);
});

test("a write is refused", async () => {
  const call = newCall();
  const write = db.snapshot(call, (scope) => scope.collection("things").insertOne({ _id: newId("thing") }));
  await expect(write).rejects.toThrow(/readConcern|snapshot/i);
  expect(await db.scope(call).collection("things").count({})).toBe(0);
});

test.each([
  { code: 246, reads: 2 },
  { code: 239, reads: 2 },
  { code: 50, reads: 1 },
])("reads that fail with $code run $reads times", async ({ code, reads }) => {
  const client = { withSession: (_options: unknown, read: () => unknown) => read() } as unknown as MongoClient;
  let count = 0;
  const failing = readSnapshot(client, async () => {
    count += 1;
    throw new MongoServerError({ message: "no snapshot", code });
  });
  await expect(failing).rejects.toThrow("no snapshot");
  expect(count).toBe(reads);
});
