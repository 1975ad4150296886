import { type Database, newId } from "@tenant-ops/kit/data";
import { createToken, hashToken, type TokenCookie } from "@tenant-ops/kit/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getClientAddress } from "@tenant-ops/kit/http";
import { createPersonGone, setSignedIn } from "../people/people.store.js";
import { computeExpiry } from "./find-session.js";
import { deleteOldSessions, deleteSession, insertSession, type Session } from "./sessions.store.js";

const userAgentCharactersMax = 300;
/** With more sessions than this, the oldest of the person ends. */
const sessionsMax = 50;

/**
 * Signs a person in: a new session with a new token, which replaces the cookie of the browser.
 * @throws Refusal unauthorized for a person who is deleted at the same time
 */
export async function startSession(
  db: Database,
  cookie: TokenCookie,
  { personId, startedBy }: Pick<Session, "personId" | "startedBy">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = createToken();
  const now = new Date();
  const _id = newId("sgn");
  await insertSession(db, {
    _id,
    tokenHash: hashToken(token),
    personId,
    startedBy,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: computeExpiry({ createdAt: now }, now),
    provenAt: now,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, userAgentCharactersMax),
    address: getClientAddress(request),
  });
  // Checked after the insert: either a deletion of the person finds the session, or this read finds no person.
  if (!(await setSignedIn(db, personId, now))) {
    await deleteSession(db, _id);
    throw createPersonGone();
  }
  await deleteOldSessions(db, personId, sessionsMax);
  cookie.set(reply, token);
}
