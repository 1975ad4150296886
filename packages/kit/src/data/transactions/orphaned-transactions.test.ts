import { randomBytes } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { abortOrphanedTransactions } from "./orphaned-transactions.js";
import { eventually, testBackend } from "../../testing/index.js";

interface Thing {
  _id: string;
  count: number;
}

let crashed: MongoClient;
let client: MongoClient;
beforeAll(async () => {
  crashed = await new MongoClient(testBackend().mongodbUrl).connect();
  // As services open it: $currentOp must work with this read concern too.
  client = await new MongoClient(testBackend().mongodbUrl, { readConcern: { level: "majority" } }).connect();
});
afterAll(async () => {
  await client.close();
  await crashed.close();
});

test("a record that a crashed process has locked can be changed again within seconds", async () => {
  const name = `test_kit_${randomBytes(4).toString("hex")}`;
  await client.db(name).collection<Thing>("things").insertOne({ _id: "one", count: 0 });
  const session = crashed.startSession();
  session.startTransaction();
  await crashed
    .db(name)
    .collection<Thing>("things")
    .updateOne({ _id: "one" }, { $inc: { count: 1 } }, { session });
  // It neither commits nor aborts.

  const things = client.db(name).collection<Thing>("things");
  // One attempt, without the retries of withTransaction: it fails while the record is locked.
  const addOnce = () =>
    client.withSession(async (own) => {
      own.startTransaction();
      await things.updateOne({ _id: "one" }, { $inc: { count: 10 } }, { session: own });
      await own.commitTransaction();
    });
  await expect(addOnce()).rejects.toThrow("conflict");
  await eventually(async () => {
    await abortOrphanedTransactions(client);
    await addOnce();
  });
  expect(await things.findOne({ _id: "one" })).toEqual({ _id: "one", count: 10 });
});
