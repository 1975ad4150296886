import { newId, type StoredSecrets } from "@tenant-ops/kit/data";
import { createSigningSecret, type SigningSecret } from "@tenant-ops/kit/egress";
import { decryptSecret, type Keyring } from "@tenant-ops/kit/encryption";

/** The stored values that are encrypted with WEBHOOK_SECRET_KEY. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "endpoints", path: "secrets", isList: true, getOwner: ({ _id }) => _id },
];

export function createEndpointSecret(keyring: Keyring, endpointId: string, now: Date): SigningSecret {
  return createSigningSecret(keyring, endpointId, newId("whk"), now);
}

/** What the idempotency record of a new secret stores: the answer, with the secret encrypted. */
export interface SealedAnswer<Answer extends { _id: string }> {
  endpoint: Answer;
  enc: string;
}

/**
 * The answer with the secret in clear text, only for the requests that create one. A repeated request gets it again, because its
 * first answer may have been lost.
 */
export function openAnswer<Answer extends { _id: string }>(
  keyring: Keyring,
  { endpoint, enc }: SealedAnswer<Answer>,
): Answer & { secret: string } {
  return { ...endpoint, secret: decryptSecret(keyring, enc, endpoint._id) };
}
