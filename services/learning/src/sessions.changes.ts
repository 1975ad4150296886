import { newId, type WriteScope } from "@tenant-ops/kit/data";
import { SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { datesForStatus, illegalTransition, requireTransition } from "./sessions.rules.js";
import { insertSession, updateSessionStatus } from "./sessions.store.js";
import type { Learner, Session, SessionResult, SessionStatus } from "./sessions.types.js";

// Every change of a session's status, with its event.

/** @throws a duplicate key error on `userId` when the learner already has a session in the course */
export async function startSession(scope: WriteScope, courseId: string, learner: Learner): Promise<Session> {
  const session: Session = {
    _id: newId("ses"),
    courseId,
    ...learner,
    status: "in_progress",
    completedModules: [],
    attempts: 0,
    startedAt: scope.now,
  };
  await insertSession(scope, session);
  await publishStatus(scope, "", session);
  return session;
}

/**
 * Moves a session to another status.
 * @throws Refusal illegal_transition when the table has no such transition, or the session has moved since it was read
 */
export async function moveSession(
  scope: WriteScope,
  session: Session,
  status: SessionStatus,
  result: SessionResult = {},
): Promise<Session> {
  requireTransition(session.status, status);
  const dates = datesForStatus(session, status, scope.now);
  const moved = await updateSessionStatus(scope, session, { ...result, status, ...dates });
  if (!moved) throw illegalTransition(`The session is no longer ${session.status}.`);
  await publishStatus(scope, session.status, moved);
  return moved;
}

function publishStatus(scope: WriteScope, previousStatus: SessionStatus | "", session: Session): Promise<void> {
  const { _id: sessionId, courseId, userId, status, score } = session;
  const event = { sessionId, courseId, userId, previousStatus, status, ...(score !== undefined && { score }) };
  return scope.publish(SessionStatusChangedSchema, event);
}
