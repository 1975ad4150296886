import { randomBytes } from "node:crypto";
import { MongoClient, MongoError, MongoErrorLabel } from "mongodb";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { abortOrphanedTransactions } from "./orphaned-transactions.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, eventually, openTestDatabase, testBackend } from "../../testing/index.js";
import { newId } from "../ids.js";

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

test("of transactions that wait for the retries of another, none looks for orphaned transactions", async () => {
  const name = `test_kit_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  const options = { url: testBackend().mongodbUrl, name, appName: "kit", logger, tenancyGuard: "commands" as const };
  const db = await openTestDatabase(options);
  onTestFinished(() => db.close());
  let searches = 0;
  db.watchCommands(({ commandName }) => void (searches += commandName === "aggregate" ? 1 : 0));
  const call = createTestCall(newId("biz"));
  let conflicts = 0;
  let finish: (() => void) | undefined;
  const conflictOnce = () => {
    let attempts = 0;
    return db.transaction(call, async () => {
      attempts += 1;
      if (attempts === 1) {
        conflicts += 1;
        const conflict = new MongoError("a write conflict");
        conflict.addErrorLabel(MongoErrorLabel.TransientTransactionError);
        throw conflict;
      }
      // The first one that runs again keeps all others waiting.
      if (!finish) await new Promise<void>((resolve) => (finish = resolve));
    });
  };
  const running = Promise.all(Array.from({ length: 8 }, conflictOnce));
  await eventually(() => expect([conflicts, finish]).toEqual([8, expect.any(Function)]));
  const realNow = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => realNow() + 2000);
  onTestFinished(() => clock.mockRestore());
  finish?.();
  await running;
  expect(searches).toBe(0);
});
