import { newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { createToken, getClientAddress, hashToken } from "@tenant-ops/kit/http";
import { cutText } from "@tenant-ops/kit/texts";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import type { FastifyRequest } from "fastify";
import type { ConsoleContext } from "../context.js";
import { createPersonGone } from "../people/people.rules.js";
import { setSignedIn } from "../people/people.store.js";
import { publishPeopleChange } from "./people-changes.js";
import { computeExpiry, type Session } from "./sessions.rules.js";
import {
  deleteOldSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionOf,
  insertSession,
} from "./sessions.store.js";

const userAgentCharactersMax = 300;

export type Beginning = Pick<Session, "personId" | "startedBy" | "isFromLink"> & {
  /** When the person has proven who they are; undefined when it is not known. */
  provenAt: Date | undefined;
  /** Asked after the session was stored: whatever takes the right away at the same time finds the session, or is found here. */
  isStillAllowed?: () => Promise<boolean>;
  /** From the browser that gets the session. */
  request: FastifyRequest;
};

/**
 * Signs a person in: a new session with a new token.
 * @returns the token; undefined when the right was taken away at the same time, and there is no session then
 * @throws Refusal unauthorized for a person who is deleted at the same time
 */
export async function startSession(
  { db }: Pick<ConsoleContext, "db">,
  { request, isStillAllowed, provenAt = new Date(0), ...beginning }: Beginning,
): Promise<string | undefined> {
  const token = createToken();
  const now = new Date();
  const _id = newId("sgn");
  await insertSession(db, {
    _id,
    tokenHash: hashToken(token),
    isFromLink: false,
    ...beginning,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: computeExpiry({ createdAt: now }, now),
    provenAt,
    userAgent: cutText(request.headers["user-agent"] ?? "", userAgentCharactersMax),
    address: getClientAddress(request),
  });
  // Checked after the insert: either a deletion of the person finds the session, or this read finds no person.
  if (!(await setSignedIn(db, beginning.personId, now))) {
    await deleteSession(db, _id);
    throw createPersonGone();
  }
  if (isStillAllowed && !(await isStillAllowed())) {
    await deleteSession(db, _id);
    return undefined;
  }
  await deleteOldSessions(db, beginning.personId, fixedLimits.sessionsPerPerson);
  return token;
}

/** Ends the session of the request. */
export async function signOut({ db, bus }: ConsoleContext, { _id }: Session): Promise<void> {
  await deleteSession(db, _id);
  publishPeopleChange(bus);
}

/** Ends a session of the person. @throws Refusal person_session_not_found */
export async function endSession(
  { db, bus }: ConsoleContext,
  { personId }: Session,
  sessionId: string,
): Promise<undefined> {
  if (!(await deleteSessionOf(db, personId, sessionId)))
    throw new Refusal("person_session_not_found", "You have no such session, or it has ended.");
  publishPeopleChange(bus);
}

/** Ends all sessions of the person but this one. @returns how many */
export async function endOtherSessions({ db, bus }: ConsoleContext, session: Session): Promise<number> {
  const ended = await deleteOtherSessions(db, session);
  publishPeopleChange(bus);
  return ended;
}
