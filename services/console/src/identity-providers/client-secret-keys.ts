import { hkdfSync } from "node:crypto";
import { createKeyring, type Keyring } from "@tenant-ops/kit/encryption";

/**
 * Encrypts the client secrets of businesses at their identity providers.
 * @param linkSecret LINK_SECRET, of which a key for this purpose is made. After a change, stored secrets cannot be decrypted
 */
export function createClientSecretKeyring(linkSecret: Buffer): Keyring {
  return createKeyring([Buffer.from(hkdfSync("sha256", linkSecret, "", "client secrets of identity providers", 32))]);
}
