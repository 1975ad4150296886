import type { Database } from "@tenant-ops/kit/data";
import type { TokenCookie } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import { computeExpiry, type Session } from "./sessions.rules.js";
import { findSessionByHash, setUsed } from "./sessions.store.js";

/** A use is stored at most this often. */
const storedEveryMs = 5 * 60_000;

/** Finds a session that has not ended, stores its use and extends it. */
export async function findActiveSession(db: Database, tokenHash: string): Promise<Session | undefined> {
  const session = await findSessionByHash(db, tokenHash);
  const now = new Date();
  if (!session || session.expiresAt <= now) return undefined;
  if (now.getTime() - session.lastUsedAt.getTime() < storedEveryMs) return session;
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
