import { Refusal } from "@tenant-ops/kit/errors";
import type { Database } from "@tenant-ops/kit/data";
import type { TokenCookie } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import { findSessionByHash, type Session, setUsed } from "./sessions.store.js";

const minuteMs = 60_000;
const idleMs = 12 * 60 * minuteMs;
const lifetimeMs = 7 * 24 * 60 * minuteMs;
/** A use is stored at most this often. */
const touchMs = 5 * minuteMs;

/** When a session ends without a further use: twelve hours from now, and at the latest seven days after its beginning. */
export function computeExpiry({ createdAt }: Pick<Session, "createdAt">, now: Date): Date {
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + lifetimeMs));
}

function isEnded({ expiresAt }: Pick<Session, "expiresAt">, now: Date): boolean {
  return expiresAt <= now;
}

/** Whether the use of a session is stored. */
function shouldStoreUse({ lastUsedAt }: Pick<Session, "lastUsedAt">, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= touchMs;
}

/** Finds a session that has not ended, stores its use and extends it. */
export async function findActiveSession(db: Database, tokenHash: string): Promise<Session | undefined> {
  const session = await findSessionByHash(db, tokenHash);
  const now = new Date();
  if (!session || isEnded(session, now)) return undefined;
  if (!shouldStoreUse(session, now)) return session;
  const expiresAt = computeExpiry(session, now);
  await setUsed(db, session._id, now, expiresAt);
  return { ...session, lastUsedAt: now, expiresAt };
}

/** The session of a request that may have none. */
export async function findSignedIn(
  db: Database,
  cookie: TokenCookie,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const hash = cookie.readHash(request);
  return hash === undefined ? undefined : findActiveSession(db, hash);
}

export const createSessionEnded = (): Refusal =>
  new Refusal("unauthorized", "You are not signed in, or your session has ended. Sign in again.");
