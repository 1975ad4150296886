import { cutText } from "@tenant-ops/kit/texts";
import { type Database, newId } from "@tenant-ops/kit/data";
import { createToken, hashToken, type TokenCookie } from "@tenant-ops/kit/http";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getClientAddress } from "@tenant-ops/kit/http";
import { createPersonGone, setSignedIn } from "../people/people.store.js";
import { computeExpiry } from "./find-session.js";
import { deleteOldSessions, deleteSession, insertSession, type Session } from "./sessions.store.js";

const userAgentCharactersMax = 300;

type Beginning = Pick<Session, "personId" | "startedBy" | "isFromLink"> & {
  /** When the person has proven who they are; undefined when it is not known. */
  provenAt: Date | undefined;
  /** Asked after the session was stored: whatever takes the right away at the same time finds the session, or is found here. */
  isStillAllowed?: () => Promise<boolean>;
};

/**
 * Signs a person in: a new session with a new token, which replaces the cookie of the browser.
 * @returns false when the right was taken away at the same time; there is no session then
 * @throws Refusal unauthorized for a person who is deleted at the same time
 */
export async function startSession(
  db: Database,
  cookie: TokenCookie,
  { personId, startedBy, isFromLink = false, provenAt = new Date(0), isStillAllowed }: Beginning,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const token = createToken();
  const now = new Date();
  const _id = newId("sgn");
  await insertSession(db, {
    _id,
    tokenHash: hashToken(token),
    personId,
    startedBy,
    isFromLink,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: computeExpiry({ createdAt: now }, now),
    provenAt,
    userAgent: cutText(request.headers["user-agent"] ?? "", userAgentCharactersMax),
    address: getClientAddress(request),
  });
  // Checked after the insert: either a deletion of the person finds the session, or this read finds no person.
  if (!(await setSignedIn(db, personId, now))) {
    await deleteSession(db, _id);
    throw createPersonGone();
  }
  if (isStillAllowed && !(await isStillAllowed())) {
    await deleteSession(db, _id);
    return false;
  }
  await deleteOldSessions(db, personId, fixedLimits.sessionsPerPerson);
  cookie.set(reply, token);
  return true;
}
