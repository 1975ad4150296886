import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Keys that encrypt the endpoints' secrets, by their names; the first is the one in use. */
export type Keyring = ReadonlyMap<string, Buffer>;

const keyBytes = 32;

/** @throws Error when one of the comma-separated keys is not 32 bytes in base64url */
export function parseKeyring(text: string): Keyring {
  const keys = text.split(",").map((part) => Buffer.from(part.trim(), "base64url"));
  if (keys.some((key) => key.length !== keyBytes)) throw new Error(`must be ${keyBytes} bytes in base64url`);
  return new Map(keys.map((key) => [nameOf(key), key]));
}

/** A key's name is a piece of its digest, so a rotation needs no names in the settings. */
function nameOf(key: Buffer): string {
  return createHash("sha256").update("webhook secret key\0").update(key).digest("base64url").slice(0, 8);
}

/** `whsec_` and 32 random bytes, as the Standard Webhooks specification recommends. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** @param owner bound into the ciphertext: moved to another endpoint it does not open */
export function encrypt(keyring: Keyring, secret: string, owner: string): string {
  const [current] = keyring;
  if (!current) throw new Error("the keyring is empty");
  const [name, key] = current;
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [name, iv.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** @throws Error when the key is not in the ring any more, or the text was changed or belongs to another owner */
export function decrypt(keyring: Keyring, text: string, owner: string): string {
  const [name = "", iv = "", sealed = ""] = text.split(".");
  const key = keyring.get(name);
  if (!key) throw new Error("a webhook secret was encrypted with a key that WEBHOOK_SECRET_KEY does not hold");
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url")).setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}
