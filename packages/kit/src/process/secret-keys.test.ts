import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../data/index.js";
import { createKeyring, encryptSecret } from "../encryption/encryption.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, eventually, testBackend } from "../testing/index.js";
import { assertKeysComplete, startSecretMetrics } from "./secret-keys.js";

const [earlier, current] = [randomBytes(32), randomBytes(32)];
const logger = createLogger("test", "silent");
const createKeys = (keys: Buffer[], allowUnreadable = false) => ({
  setting: "SOME_SECRET_KEY",
  keyring: createKeyring(keys),
  stored: [{ collection: "things", path: "secret", getOwner: ({ _id }: { _id: string }) => _id }],
  allowUnreadable,
});

let db: Database;
beforeAll(async () => {
  const name = `test_keys_${randomBytes(4).toString("hex")}`;
  db = await openDatabase({ url: testBackend().mongodbUrl, name, appName: "test", logger });
  const things = db.scope(createTestCall()).collection<{ _id: string; secret: string }>("things");
  await things.insertOne({ _id: "thing", secret: encryptSecret(createKeyring([earlier]), "text", "thing") });
});
afterAll(() => db.close());

test("a service does not start without a key that stored secrets need, and says how many; with permission it does", async () => {
  await expect(assertKeysComplete(db, createKeys([current]), logger)).rejects.toThrow(
    /^SOME_SECRET_KEY: 1 stored secrets were encrypted with a key that it does not contain/,
  );
  await assertKeysComplete(db, createKeys([current, earlier]), logger);
  await assertKeysComplete(db, createKeys([current], true), logger);
});

test("a metric shows how many secrets need which key", async () => {
  const { registry } = createMetrics("test");
  const stop = startSecretMetrics({ database: db, logger, registry }, createKeys([current, earlier]));
  await eventually(async () => {
    const text = await registry.metrics();
    expect(text).toMatch(/tenantops_stored_secrets\{key="old".*\} 1/);
    expect(text).toMatch(/tenantops_stored_secrets\{key="missing".*\} 0/);
  });
  await stop();
});
