import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { ensureEventStream, eventStream } from "@tenant-ops/kit/events";
import { testBackend } from "@tenant-ops/kit/testing";
import { Binary, MongoClient } from "mongodb";
import { connect, type NatsConnection } from "nats";
import { afterAll, beforeAll, expect, test } from "vitest";

const { mongodbUrl, natsUrl } = testBackend();
const database = `test_dead_letters_${randomUUID().slice(0, 8)}`;
const script = join(import.meta.dirname, "dead-letters/main.mjs");
let client: MongoClient;
let nats: NatsConnection;
beforeAll(async () => {
  [client, nats] = await Promise.all([MongoClient.connect(mongodbUrl), connect({ servers: new URL(natsUrl).host })]);
  await ensureEventStream(await nats.jetstreamManager(), 0);
});
afterAll(async () => {
  await client.db(database).dropDatabase();
  await Promise.all([client.close(), nats.close()]);
});

const publishAgain = () => {
  const env = { ...process.env, MONGODB_URL: mongodbUrl, NATS_URL: natsUrl };
  return promisify(execFile)(process.execPath, [script, database], { env });
};

test("a dead letter is published again with the same bytes, and its row is deleted", async () => {
  const subject = `events.supply.biz_${randomUUID()}.Garbage`;
  const bytes = Buffer.from([0, 10, 13, 255, 123, 123]);
  const rows = client.db(database).collection("deadLetters");
  await rows.insertOne({ consumer: "webhooks", subject, data: new Binary(bytes), error: "x", at: new Date() });
  expect((await publishAgain()).stdout).toBe(`${subject}\n`);
  const manager = await nats.jetstreamManager();
  const { data } = await manager.streams.getMessage(eventStream, { last_by_subj: subject });
  expect(Buffer.from(data)).toEqual(bytes);
  expect(await rows.countDocuments()).toBe(0);
  expect((await publishAgain()).stdout).toBe("");
});

test("a row that cannot be published is kept and named in the output, and the rows after it are published", async () => {
  const subject = `events.supply.biz_${randomUUID()}.Garbage`;
  const rows = client.db(database).collection<{ _id: string; data: Binary | string }>("deadLetters");
  const row = { consumer: "webhooks", subject, error: "x", at: new Date() };
  await rows.insertMany([
    { _id: "a", ...row, data: "no bytes" },
    { _id: "b", ...row, data: new Binary(Buffer.from("bytes")) },
  ]);
  await expect(publishAgain()).rejects.toMatchObject({
    code: 1,
    stdout: `${subject}\n`,
    stderr: expect.stringContaining(`${subject} (a) was not published again: `),
  });
  expect(await rows.find().toArray()).toMatchObject([{ _id: "a" }]);
});
