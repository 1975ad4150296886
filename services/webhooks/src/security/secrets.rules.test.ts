import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { decrypt, encrypt, newSecret, parseKeyring } from "./secrets.js";

const [oldKey, newKey] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
const secret = newSecret();
const sealed = encrypt(parseKeyring(oldKey), secret, "we_1");

test("a secret that was encrypted with a former key is read while that key is in the ring", () => {
  expect(decrypt(parseKeyring(`${newKey},${oldKey}`), sealed, "we_1")).toBe(secret);
  expect(() => decrypt(parseKeyring(newKey), sealed, "we_1")).toThrow("WEBHOOK_SECRET_KEY");
});

test("the first key of the ring encrypts", () => {
  const fresh = encrypt(parseKeyring(`${newKey},${oldKey}`), secret, "we_1");
  expect(decrypt(parseKeyring(newKey), fresh, "we_1")).toBe(secret);
});

test("a secret that was moved to another endpoint, or changed, does not open", () => {
  expect(() => decrypt(parseKeyring(oldKey), sealed, "we_2")).toThrow("authenticate");
  const [name, iv, text = ""] = sealed.split(".");
  const changed = [name, iv, (text.startsWith("A") ? "B" : "A") + text.slice(1)].join(".");
  expect(() => decrypt(parseKeyring(oldKey), changed, "we_1")).toThrow("authenticate");
});

test("a key that is not 32 bytes is refused", () => {
  expect(() => parseKeyring(`${newKey},short`)).toThrow("32 bytes");
});
