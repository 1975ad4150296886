import { randomBytes } from "node:crypto";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testBackend } from "../../testing/index.js";
import { buildIndexes, digestIndexes } from "./indexes.js";

const name = `test_indexes_${randomBytes(4).toString("hex")}`;
let client: MongoClient;
let impatient: MongoClient;

beforeAll(async () => {
  const { mongodbUrl } = testBackend();
  client = await MongoClient.connect(mongodbUrl);
  impatient = await MongoClient.connect(mongodbUrl, { socketTimeoutMS: 50 });
});
afterAll(async () => {
  await client.db(name).dropDatabase();
  await Promise.all([client.close(), impatient.close()]);
});

test("indexes whose build takes longer than the timeout of the connection are waited for", async () => {
  const records = client.db(name).collection("records");
  await records.insertMany(Array.from({ length: 50_000 }, (_, number) => ({ number, text: `${Math.random()}` })));
  await buildIndexes(impatient.db(name).collection("records"), [
    { key: { text: 1, number: 1 } },
    { key: { number: 1 } },
  ]);
  expect(await records.indexes()).toHaveLength(3);
});

test("an index that the server refuses is an error", async () => {
  const twice = client.db(name).collection("twice");
  await twice.insertMany([{ number: 1 }, { number: 1 }]);
  await expect(buildIndexes(twice, [{ key: { number: 1 }, unique: true }])).rejects.toMatchObject({ code: 11000 });
});

test("the digest of the declared indexes changes with a time to live, and not with the order of declaration", () => {
  const expiring = (expireAfterSeconds: number) => ({ key: { at: 1 as const }, expireAfterSeconds });
  const named = { key: { name: 1 as const } };
  const digest = digestIndexes({ indexes: { records: [expiring(60), named] } });
  expect(digestIndexes({ indexes: { records: [named, expiring(60)] } })).toBe(digest);
  expect(digestIndexes({ indexes: { records: [expiring(61), named] } })).not.toBe(digest);
});
