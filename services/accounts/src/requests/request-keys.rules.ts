import { idempotencyConflict } from "@tenant-ops/kit/errors";

/** What identifies a repeat of a request. */
export interface RequestKey {
  /** The Idempotency-Key. */
  key: string;
  /** Keyed digest of what was sent with it. */
  digest: string;
}

/** @throws Refusal idempotency_conflict when the key was sent before with other arguments */
export function requireSame<Request extends { keys: readonly RequestKey[] }>(
  stored: Request,
  { key, digest }: RequestKey,
): Request {
  if (stored.keys.some((one) => one.key === key && one.digest === digest)) return stored;
  throw idempotencyConflict();
}
