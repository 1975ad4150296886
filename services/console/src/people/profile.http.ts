import type { Bus } from "@tenant-ops/kit/events";
import { Refusal } from "@tenant-ops/kit/errors";
import { toRestList } from "@tenant-ops/kit/http";
import { endOtherSessions, endSession, listSessions, updateProfile } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { setNameOfMemberships } from "../members/members.store.js";
import { bindPersonRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import {
  deleteOtherSessions,
  deleteSessionOf,
  listSessionsOfPerson,
  type Session,
} from "../sessions/sessions.store.js";
import { createPersonGone, updatePerson } from "./people.store.js";

/** Routes on which people read and change their own name, language and sessions. */
export function profileHttp(app: FastifyInstance, options: PersonRouteOptions & { bus: Bus }): void {
  const { db, bus } = options;

  bindPersonRoute(app, options, updateProfile, async ({ session, body: { name, language } }) => {
    const changes = { ...(name !== undefined && { name }), ...(language !== undefined && { language }) };
    const changed = await updatePerson(db, session.personId, changes);
    if (!changed) throw createPersonGone();
    if (name !== undefined) await setNameOfMemberships(db, session.personId, name);
    return { _id: changed._id, name: changed.name, email: changed.email, language: changed.language };
  });

  bindPersonRoute(app, options, listSessions, async ({ session, query }) => {
    const page = await listSessionsOfPerson(db, session.personId, query);
    return toRestList(page, (one) => toReply(one, session));
  });

  bindPersonRoute(app, options, endSession, async ({ session, params: { sessionId } }) => {
    if (!(await deleteSessionOf(db, session.personId, sessionId)))
      throw new Refusal("person_session_not_found", "You have no such session, or it has ended.");
    publishPeopleChange(bus);
    return undefined;
  });

  bindPersonRoute(app, options, endOtherSessions, async ({ session }) => {
    const ended = await deleteOtherSessions(db, session);
    publishPeopleChange(bus);
    return { ended };
  });
}

function toReply(session: Session, current: Session) {
  const { _id, startedBy, userAgent, address, createdAt, lastUsedAt, expiresAt } = session;
  return {
    _id,
    isCurrent: _id === current._id,
    startedBy,
    userAgent,
    address,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
