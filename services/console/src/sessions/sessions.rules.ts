import type { Session } from "./sessions.types.js";

const minuteMs = 60_000;
const idleMs = 12 * 60 * minuteMs;
const lifetimeMs = 7 * 24 * 60 * minuteMs;
/** A use is stored at most this often. */
const touchMs = 5 * minuteMs;

/** When a session ends without a further use: twelve hours from now, and at the latest seven days after its beginning. */
export function computeExpiry({ createdAt }: Pick<Session, "createdAt">, now: Date): Date {
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + lifetimeMs));
}

export function isEnded({ expiresAt }: Pick<Session, "expiresAt">, now: Date): boolean {
  return expiresAt <= now;
}

/** Whether the use of a session is stored. */
export function shouldStoreUse({ lastUsedAt }: Pick<Session, "lastUsedAt">, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= touchMs;
}
