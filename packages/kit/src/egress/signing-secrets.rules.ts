import { decryptSecret, encryptSecret, type Keyring } from "../encryption/encryption.js";
import { generateSigningSecret } from "./signatures.js";

/** A secret that signs requests to an address of a business. */
export interface SigningSecret {
  /** Names the secret in replies; the secret itself is shown once. */
  kid: string;
  /** The encrypted secret. */
  enc: string;
  createdAt: Date;
  /** Set by a rotation: until then the old and the new secret sign. */
  expiresAt?: Date;
}

const secretsKept = 4;

/** @param owner id of the record that holds it */
export function createSigningSecret(keyring: Keyring, owner: string, kid: string, now: Date): SigningSecret {
  return { kid, enc: encryptSecret(keyring, generateSigningSecret(), owner), createdAt: now };
}

/** The secrets that sign now, the newest first. */
export function selectValidSecrets(secrets: readonly SigningSecret[], now: Date): SigningSecret[] {
  return secrets
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** The secrets that sign now, in clear text. */
export function openValidSecrets(
  keyring: Keyring,
  secrets: readonly SigningSecret[],
  owner: string,
  now: Date,
): string[] {
  return selectValidSecrets(secrets, now).map(({ enc }) => decryptSecret(keyring, enc, owner));
}

/** The new secret and the old ones, which stay valid for `overlapMs`. */
export function rotateSecrets(
  secrets: readonly SigningSecret[],
  added: SigningSecret,
  overlapMs: number,
  now: Date,
): SigningSecret[] {
  const end = new Date(now.getTime() + overlapMs);
  const old = selectValidSecrets(secrets, now).map((secret) => ({
    ...secret,
    expiresAt: secret.expiresAt && secret.expiresAt < end ? secret.expiresAt : end,
  }));
  return [added, ...(overlapMs > 0 ? old : [])].slice(0, secretsKept);
}
