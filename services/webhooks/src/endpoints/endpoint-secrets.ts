import { newId } from "@tenant-ops/kit/data";
import { decryptSecret, encryptSecret, generateSecret, type Keyring } from "../security/secrets.js";
import type { Endpoint, EndpointSecret } from "./endpoints.types.js";

export function createEndpointSecret(keyring: Keyring, endpointId: string, now: Date): EndpointSecret {
  return { kid: newId("whk"), enc: encryptSecret(keyring, generateSecret(), endpointId), createdAt: now };
}

/**
 * The secret in clear text, only for the replies of the requests that create one. A repeated request gets it again, because
 * its first reply may have been lost.
 */
export function revealSecret(keyring: Keyring, endpoint: Endpoint, kid: string): { secret?: string } {
  const found = endpoint.secrets.find((secret) => secret.kid === kid);
  return found ? { secret: decryptSecret(keyring, found.enc, endpoint._id) } : {};
}
