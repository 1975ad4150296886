import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** The keys that encrypt the endpoints' secrets, by key id. The first one encrypts, all of them decrypt. */
export type Keyring = ReadonlyMap<string, Buffer>;

const keyBytes = 32;

/** @throws Error when one of the comma-separated keys is not 32 bytes in base64url */
export function parseKeyring(text: string): Keyring {
  const keys = text.split(",").map((part) => Buffer.from(part.trim(), "base64url"));
  if (keys.some((key) => key.length !== keyBytes)) throw new Error(`must be ${keyBytes} bytes in base64url`);
  return new Map(keys.map((key) => [deriveKeyId(key), key]));
}

/** The first characters of the key's digest, so that the setting needs no key ids. */
function deriveKeyId(key: Buffer): string {
  return createHash("sha256").update("webhook secret key\0").update(key).digest("base64url").slice(0, 8);
}

/** `whsec_` and 32 random bytes, as the Standard Webhooks specification recommends. */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** @param endpointId is authenticated with the ciphertext: copied to another endpoint, it cannot be decrypted */
export function encryptSecret(keyring: Keyring, secret: string, endpointId: string): string {
  const [current] = keyring;
  if (!current) throw new Error("the keyring is empty");
  const [keyId, key] = current;
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(endpointId));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [keyId, iv.toString("base64url"), ciphertext.toString("base64url")].join(".");
}

/** @throws Error when the keyring does not hold the key, or the text was changed or belongs to another endpoint */
export function decryptSecret(keyring: Keyring, text: string, endpointId: string): string {
  const [keyId = "", iv = "", ciphertext = ""] = text.split(".");
  const key = keyring.get(keyId);
  if (!key) throw new Error("a webhook secret was encrypted with a key that WEBHOOK_SECRET_KEY does not hold");
  const bytes = Buffer.from(ciphertext, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url")).setAAD(Buffer.from(endpointId));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}
