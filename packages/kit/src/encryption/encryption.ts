import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** The keys that encrypt stored secrets, by key id. The first one encrypts, all of them decrypt. */
export type Keyring = ReadonlyMap<string, Buffer>;

const keyBytes = 32;

/**
 * @param keys 32 bytes each, as the setting type `secretBytesList` reads them
 * @throws Error when there is none, or one is not 32 bytes
 */
export function createKeyring(keys: readonly Buffer[]): Keyring {
  if (keys.length === 0 || keys.some(({ length }) => length !== keyBytes)) {
    throw new Error(`a keyring needs keys of ${keyBytes} bytes`);
  }
  return new Map(keys.map((key) => [deriveKeyId(key), key]));
}

/** The first characters of the key's digest, so that the setting needs no key ids. */
function deriveKeyId(key: Buffer): string {
  return createHash("sha256").update("webhook secret key\0").update(key).digest("base64url").slice(0, 8);
}

/** Id of the key that encrypts. @throws Error when the keyring is empty */
export function getCurrentKeyId(keyring: Keyring): string {
  const [current] = keyring.keys();
  if (current === undefined) throw new Error("the keyring is empty");
  return current;
}

/** Id of the key that has encrypted a text. */
export const readKeyId = (text: string): string => text.split(".", 1)[0] ?? "";

/**
 * AES-256-GCM. The text names its key, so that it can be read after the keyring has got a new one.
 * @param owner id of the record that holds the text, authenticated with it: copied to another record, it cannot be decrypted
 */
export function encryptSecret(keyring: Keyring, secret: string, owner: string): string {
  const [current] = keyring;
  if (!current) throw new Error("the keyring is empty");
  const [keyId, key] = current;
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [keyId, iv.toString("base64url"), ciphertext.toString("base64url")].join(".");
}

/** @throws Error when the keyring does not hold the key, or the text was changed or belongs to another record */
export function decryptSecret(keyring: Keyring, text: string, owner: string): string {
  const [keyId = "", iv = "", ciphertext = ""] = text.split(".");
  const key = keyring.get(keyId);
  if (!key) throw new Error(`a secret of ${owner} was encrypted with a key that the keyring does not hold`);
  const bytes = Buffer.from(ciphertext, "base64url");
  // The length is fixed: otherwise a shortened tag, which is easier to guess, would be accepted.
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}
