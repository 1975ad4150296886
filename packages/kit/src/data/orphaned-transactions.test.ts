import { randomBytes } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { abortOrphanedTransactions } from "./orphaned-transactions.js";
import { eventually, testBackend } from "../testing/index.js";

interface Thing {
  _id: string;
  count: number;
}

let ghost: MongoClient;
let living: MongoClient;
beforeAll(async () => {
  ghost = await new MongoClient(testBackend().mongodbUrl).connect();
  // As services open it: the question must work under this read concern too.
  living = await new MongoClient(testBackend().mongodbUrl, { readConcern: { level: "majority" } }).connect();
});
afterAll(async () => {
  await living.close();
  await ghost.close();
});

test("a record that a dead process has locked is free again within seconds", async () => {
  const name = `test_kit_${randomBytes(4).toString("hex")}`;
  await living.db(name).collection<Thing>("things").insertOne({ _id: "one", count: 0 });
  const session = ghost.startSession();
  session.startTransaction();
  await ghost
    .db(name)
    .collection<Thing>("things")
    .updateOne({ _id: "one" }, { $inc: { count: 1 } }, { session });
  // It never comes back to commit or abort.

  const things = living.db(name).collection<Thing>("things");
  // One try, without the driver's patience: it fails as long as the ghost holds the record.
  const addOnce = () =>
    living.withSession(async (own) => {
      own.startTransaction();
      await things.updateOne({ _id: "one" }, { $inc: { count: 10 } }, { session: own });
      await own.commitTransaction();
    });
  await expect(addOnce()).rejects.toThrow("conflict");
  await eventually(async () => {
    await abortOrphanedTransactions(living);
    await addOnce();
  });
  expect(await things.findOne({ _id: "one" })).toEqual({ _id: "one", count: 10 });
});
