import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createKeyring, decryptSecret, encryptSecret } from "./encryption.js";

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const secret = "whsec_c2VjcmV0";
const encrypted = encryptSecret(createKeyring([oldKey]), secret, "we_1");

test("a secret that was encrypted with a former key is decrypted while the keyring holds that key", () => {
  expect(decryptSecret(createKeyring([newKey, oldKey]), encrypted, "we_1")).toBe(secret);
  expect(() => decryptSecret(createKeyring([newKey]), encrypted, "we_1")).toThrow("a secret of we_1");
});

test("the first key of the keyring encrypts", () => {
  const again = encryptSecret(createKeyring([newKey, oldKey]), secret, "we_1");
  expect(decryptSecret(createKeyring([newKey]), again, "we_1")).toBe(secret);
});

test("a secret that was copied to another record, changed or shortened cannot be decrypted", () => {
  const keyring = createKeyring([oldKey]);
  expect(() => decryptSecret(keyring, encrypted, "we_2")).toThrow("authenticate");
  const [keyId, iv, text = ""] = encrypted.split(".");
  const changed = [keyId, iv, (text.startsWith("A") ? "B" : "A") + text.slice(1)].join(".");
  expect(() => decryptSecret(keyring, changed, "we_1")).toThrow("authenticate");
  expect(() => decryptSecret(keyring, `${keyId}.${iv}.AAAA`, "we_1")).toThrow("authentication tag length");
});

test("a key that is not 32 bytes is refused, and so is a keyring without keys", () => {
  expect(() => createKeyring([newKey, Buffer.from("short")])).toThrow("32 bytes");
  expect(() => createKeyring([])).toThrow("32 bytes");
});
