import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createKeyring, decryptSecret, encryptSecret } from "../encryption/encryption.js";
import { createLogger } from "../telemetry/logger.js";
import { createTestCall, testBackend } from "../testing/index.js";
import type { Database } from "./database.types.js";
import { newId, openDatabase } from "./index.js";
import { countKeyUses, reencryptSecrets, type StoredSecrets } from "./stored-secrets.js";

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const stored: readonly StoredSecrets[] = [
  { collection: "endpoints", path: "secrets", isList: true, getOwner: ({ _id }) => _id },
  { collection: "providers", path: "whatsapp.token", getOwner: ({ businessId }) => businessId },
  { collection: "identityProviders", isShared: true, path: "clientSecret", getOwner: ({ _id }) => _id },
];

let db: Database;
beforeAll(async () => {
  db = await openDatabase({
    url: testBackend().mongodbUrl,
    name: `test_secrets_${randomBytes(4).toString("hex")}`,
    appName: "test",
    logger: createLogger("test", "silent"),
    tenancyGuard: "commands",
    sharedIndexes: { identityProviders: [] },
  });
  const before = createKeyring([first]);
  for (const businessId of [newId("biz"), newId("biz"), newId("sbx")]) {
    const scope = db.scope(createTestCall(businessId));
    for (let number = 0; number < 70; number += 1) {
      const _id = newId("we");
      const secrets = ["a", "b"].map((text) => ({ enc: encryptSecret(before, text, _id) }));
      const expired = { enc: encryptSecret(createKeyring([third]), "c", _id), expiresAt: new Date(0) };
      await scope.collection<Endpoint>("endpoints").insertOne({ _id, secrets: [...secrets, expired] });
    }
    const token = encryptSecret(before, "token", businessId);
    await scope.collection<Provider>("providers").insertOne({ _id: businessId, whatsapp: { token } });
    await scope.collection<Provider>("providers").insertOne({ _id: newId("none") });
    const clientSecret = encryptSecret(before, "secret", businessId);
    await db.shared<IdentityProvider>("identityProviders").insertOne({ _id: businessId, clientSecret });
  }
});
afterAll(() => db.close());

interface Endpoint {
  _id: string;
  secrets: { enc: string; expiresAt?: Date }[];
}
interface Provider {
  _id: string;
  whatsapp?: { token: string };
}
interface IdentityProvider {
  _id: string;
  clientSecret: string;
}

const all = 3 * (70 * 2 + 2);

test("secrets are counted by the key that they need, those of sandboxes too, and expired ones not", async () => {
  expect(await countKeyUses(db, createKeyring([first]), stored)).toEqual({ current: all, old: 0, missing: 0 });
  expect(await countKeyUses(db, createKeyring([second, first]), stored)).toEqual({ current: 0, old: all, missing: 0 });
  expect(await countKeyUses(db, createKeyring([second]), stored)).toEqual({ current: 0, old: 0, missing: all });
});

test("two runs at once replace each secret once; afterwards the old key is not needed, and the texts are the same", async () => {
  const keyring = createKeyring([second, first]);
  const runs = await Promise.all([1, 2].map(() => reencryptSecrets(db, keyring, stored)));
  expect(runs[0]! + runs[1]!).toBe(all);
  const onlyNew = createKeyring([second]);
  expect(await countKeyUses(db, onlyNew, stored)).toEqual({ current: all, old: 0, missing: 0 });
  for await (const { _id, secrets } of db.acrossBusinesses<Endpoint>("endpoints", [])) {
    const valid = secrets.filter(({ expiresAt }) => !expiresAt);
    expect(valid.map(({ enc }) => decryptSecret(onlyNew, enc, _id))).toEqual(["a", "b"]);
  }
  for (const { _id, clientSecret } of await db.shared<IdentityProvider>("identityProviders").find().toArray())
    expect(decryptSecret(onlyNew, clientSecret, _id)).toBe("secret");
  expect(await reencryptSecrets(db, keyring, stored)).toBe(0);
});

test("a secret is replaced also when the scan behind it takes longer than a call may", async () => {
  const keyring = createKeyring([third, second]);
  vi.useFakeTimers({ toFake: ["Date"] });
  const acrossBusinesses = async function* (...given: Parameters<Database["acrossBusinesses"]>) {
    yield* db.acrossBusinesses(...given);
    vi.setSystemTime(Date.now() + 11_000);
  } as Database["acrossBusinesses"];
  const replaced = await reencryptSecrets({ ...db, acrossBusinesses }, keyring, stored).finally(() =>
    vi.useRealTimers(),
  );
  expect(replaced).toBe(all);
});
