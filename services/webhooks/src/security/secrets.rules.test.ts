import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decryptSecret, encryptSecret, generateSecret, parseKeyring } from "./secrets.js";

const [oldKey, newKey] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
const secret = generateSecret();
const encrypted = encryptSecret(parseKeyring(oldKey), secret, "we_1");

test("a secret that was encrypted with a former key is decrypted while the keyring holds that key", () => {
  expect(decryptSecret(parseKeyring(`${newKey},${oldKey}`), encrypted, "we_1")).toBe(secret);
  expect(() => decryptSecret(parseKeyring(newKey), encrypted, "we_1")).toThrow("WEBHOOK_SECRET_KEY");
});

test("the first key of the keyring encrypts", () => {
  const again = encryptSecret(parseKeyring(`${newKey},${oldKey}`), secret, "we_1");
  expect(decryptSecret(parseKeyring(newKey), again, "we_1")).toBe(secret);
});

test("a secret that was copied to another endpoint, or changed, cannot be decrypted", () => {
  expect(() => decryptSecret(parseKeyring(oldKey), encrypted, "we_2")).toThrow("authenticate");
  const [keyId, iv, text = ""] = encrypted.split(".");
  const changed = [keyId, iv, (text.startsWith("A") ? "B" : "A") + text.slice(1)].join(".");
  expect(() => decryptSecret(parseKeyring(oldKey), changed, "we_1")).toThrow("authenticate");
});

test("a key that is not 32 bytes is refused", () => {
  expect(() => parseKeyring(`${newKey},short`)).toThrow("32 bytes");
});
