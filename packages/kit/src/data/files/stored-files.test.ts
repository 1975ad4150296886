import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { fileChunkCollection, fileChunkIndexes, keepFile, readFile, storeFile } from "./stored-files.js";

let db: Database;
const name = `test_files_${randomBytes(4).toString("hex")}`;
beforeAll(async () => {
  const { mongodbUrl: url } = testBackend();
  const indexes = { [fileChunkCollection]: fileChunkIndexes };
  db = await openTestDatabase({
    url,
    name,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    indexes,
    tenancyGuard: "commands",
  });
});
afterAll(() => db.close());

const bytesMax = 2_000_000;
const newCall = (prefix = "biz"): Call => createTestCall(newId(prefix), { requestDigest: () => "digest" });
const chunkBytes = 255 * 1024;

async function* inParts(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function readAll(call: Call, file: { fileId: string; bytes: number }): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readFile(db.scope(call), file)) parts.push(part);
  return Buffer.concat(parts);
}

const countChunks = (call: Call) => db.scope(call).collection(fileChunkCollection).count({});
const countExpiring = (call: Call) =>
  db
    .scope(call)
    .collection<{ _id: string; expiresAt?: Date }>(fileChunkCollection)
    .count({ expiresAt: { $exists: true } });

test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes + 7])(
  "a file of %i bytes is read as it was stored, for any sizes of the received parts",
  async (length) => {
    const call = newCall();
    const content = randomBytes(length);
    for (const size of [1000 * 7, chunkBytes, 1_000_000]) {
      const file = await storeFile(db.scope(call), inParts(content, size), { bytesMax });
      expect(file).toMatchObject({ bytes: length, sha256: createHash("sha256").update(content).digest("hex") });
      await db.transaction(call, (scope) => keepFile(scope, file));
      expect((await readAll(call, file)).equals(content)).toBe(true);
    }
    expect(await countExpiring(call)).toBe(0);
  },
);

test("a file that is too large is refused, and its stored chunks expire", async () => {
  const call = newCall();
  const content = inParts(randomBytes(bytesMax + 1), 100_000);
  await expect(storeFile(db.scope(call), content, { bytesMax })).rejects.toMatchObject({ code: "payload_too_large" });
  expect(await countExpiring(call)).toBe(await countChunks(call));
});

test("an interrupted upload leaves only chunks that expire", async () => {
  const call = newCall();
  const broken = async function* () {
    yield randomBytes(chunkBytes);
    throw new Error("connection lost");
  };
  await expect(storeFile(db.scope(call), broken(), { bytesMax })).rejects.toThrow("connection lost");
  expect([await countChunks(call), await countExpiring(call)]).toEqual([1, 1]);
});

test("another business cannot read a file, even with its id", async () => {
  const owner = newCall();
  const file = await storeFile(db.scope(owner), inParts(Buffer.from("secret"), 10), { bytesMax });
  await expect(readAll(newCall(), file)).rejects.toThrow("has no chunk 0");
});
