import { hkdfSync } from "node:crypto";
import { createKeyring, decryptSecret, type Keyring, readKeyId } from "@tenant-ops/kit/encryption";
import type { IdentityProvider } from "./identity-providers.types.js";

/**
 * Encrypts the client secrets of businesses at their identity providers.
 * @param linkSecret LINK_SECRET, of which a key for this purpose is made. After a change, stored secrets cannot be decrypted
 */
export function createClientSecretKeyring(linkSecret: Buffer): Keyring {
  return createKeyring([Buffer.from(hkdfSync("sha256", linkSecret, "", "client secrets of identity providers", 32))]);
}

/** @returns undefined when LINK_SECRET has been replaced since the secret was stored: it must be entered again */
export function readClientSecret(keyring: Keyring, { _id, clientSecret }: IdentityProvider): string | undefined {
  return keyring.has(readKeyId(clientSecret)) ? decryptSecret(keyring, clientSecret, _id) : undefined;
}
