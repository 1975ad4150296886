import type { WriteScope } from "@tenant-ops/kit/data";
import { SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { enrollments } from "@tenant-ops/rest/analytics";
import { datesForStatus, illegalTransition, requireTransition } from "./sessions.rules.js";
import { updateSessionStatus } from "./sessions.store.js";
import type { Session, SessionResult, SessionStatus } from "./sessions.types.js";
import { subtractCounts, toEnrollmentCounts, toSessionCounts } from "../statistics/statistics.rules.js";

// Every change of a session's status, with its event.

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
  countSessionChange(scope, session, moved);
  await publishStatus(scope, session.status, moved);
  return moved;
}

/** @param previousStatus empty for a new session */
export function publishStatus(scope: WriteScope, previousStatus: SessionStatus | "", session: Session): Promise<void> {
  const { _id: sessionId, courseId, userId, status, score } = session;
  const event = { sessionId, courseId, userId, previousStatus, status, ...(score !== undefined && { score }) };
  return scope.publish(SessionStatusChangedSchema, event);
}

/**
 * Keeps the counters of the statistics equal to the sessions: adds what changes from `before` to `after`, to the day of enrollment
 * and to the totals, of the course and of all courses.
 * @param before null for a new session
 */
export function countSessionChange(scope: WriteScope, before: Session | null, after: Session): void {
  const { courseId, startedAt } = after;
  const counts = subtractCounts(toSessionCounts(after), before ? toSessionCounts(before) : {});
  for (const subject of ["", courseId]) {
    scope.count({ subject, at: startedAt, counts });
    scope.count({ subject, at: null, counts });
  }
  scope.countIn(enrollments, { course: courseId }, startedAt, toEnrollmentCounts(counts, before ? 0 : 1));
  scope.count({
    subject: "",
    at: scope.now,
    counts: {
      enrollments: before ? 0 : 1,
      completions: after.completedAt && !before?.completedAt ? 1 : 0,
      certificates: after.certifiedAt && !before?.certifiedAt ? 1 : 0,
    },
  });
}
