import { newId } from "@tenant-ops/kit/data";
import { decryptSecret, encryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { generateSecret } from "../security/secrets.js";
import type { EndpointSecret } from "./endpoints.types.js";

export function createEndpointSecret(keyring: Keyring, endpointId: string, now: Date): EndpointSecret {
  return { kid: newId("whk"), enc: encryptSecret(keyring, generateSecret(), endpointId), createdAt: now };
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
