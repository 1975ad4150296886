import type { EndpointSecret } from "./endpoints.types.js";

const secretsKept = 4;

/** The secrets that sign now, the newest first. */
export function selectValidSecrets(secrets: readonly EndpointSecret[], now: Date): EndpointSecret[] {
  return secrets
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** The new secret and the old ones, which stay valid for `overlapMs`. */
export function rotateSecrets(
  secrets: readonly EndpointSecret[],
  added: EndpointSecret,
  overlapMs: number,
  now: Date,
): EndpointSecret[] {
  const end = new Date(now.getTime() + overlapMs);
  const old = selectValidSecrets(secrets, now).map((secret) => ({
    ...secret,
    expiresAt: secret.expiresAt && secret.expiresAt < end ? secret.expiresAt : end,
  }));
  return [added, ...(overlapMs > 0 ? old : [])].slice(0, secretsKept);
}
