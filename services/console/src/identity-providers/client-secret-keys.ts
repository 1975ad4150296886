import { hkdfSync } from "node:crypto";
import { createKeyring, decryptSecret, type Keyring, readKeyId } from "@tenant-ops/kit/encryption";
import type { StoredSecrets } from "@tenant-ops/kit/data";
import type { LinkSecrets } from "../invitations/link-tokens.js";
import type { IdentityProvider } from "./identity-providers.types.js";

/** The stored values that are encrypted with LINK_SECRET. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "identityProviders", isShared: true, path: "clientSecret", getOwner: ({ _id }) => _id },
];

/** Encrypts the client secrets of businesses at their identity providers, with keys for this purpose that are made of the secrets. */
export function createClientSecretKeyring(secrets: LinkSecrets): Keyring {
  const derive = (secret: Buffer) => hkdfSync("sha256", secret, "", "client secrets of identity providers", 32);
  return createKeyring(secrets.map((secret) => Buffer.from(derive(secret))));
}

/** @returns undefined when the value that encrypted the secret was removed from LINK_SECRET: the secret must be entered again */
export function readClientSecret(keyring: Keyring, { _id, clientSecret }: IdentityProvider): string | undefined {
  return keyring.has(readKeyId(clientSecret)) ? decryptSecret(keyring, clientSecret, _id) : undefined;
}
