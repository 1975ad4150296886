import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { enrollments } from "@tenant-ops/rest/analytics";
import { planAttempt } from "../courses/exams.rules.js";
import { insertAttempt } from "../courses/exams.store.js";
import { subtractCounts, toEnrollmentCounts, toSessionCounts } from "../statistics/statistics.rules.js";
import {
  datesForStatus,
  illegalTransition,
  planProgress,
  requireSession,
  requireTransition,
  type Session,
  type SessionResult,
  type SessionStatus,
  statusAfterFinish,
  withCourse,
} from "./sessions.rules.js";
import { addCompletedModule, findSession, updateSessionStatus } from "./sessions.store.js";

const loadSession = async (scope: Scope, { id }: { id: string }) => requireSession(await findSession(scope, id), id);

/** A learner has completed a module. */
export const reportProgress = defineVerb(() => ({
  load: loadSession,
  plan: ({ moduleId }: { id: string; moduleId: string }, found) => planProgress(found, moduleId),
  async write(scope, { session, course, moduleId, isNew, status }) {
    const { _id } = session;
    const current = isNew ? requireSession(await addCompletedModule(scope, _id, moduleId), _id) : session;
    return withCourse(status ? await moveSession(scope, current, status) : current, course);
  },
}));

/** A learner has finished the course, as far as its modules go. */
export const finishSession = defineVerb(() => ({
  load: loadSession,
  plan: (_: { id: string }, { session, course }) => ({ session, course, status: statusAfterFinish(session, course) }),
  write: async (scope, { session, course, status }) => withCourse(await moveSession(scope, session, status), course),
}));

/** A learner has handed in an exam. */
export const submitExam = defineVerb(() => ({
  load: loadSession,
  plan: ({ score }: { id: string; score: number }, { session, course }) => ({
    session,
    course,
    attempt: planAttempt(session, course, score),
  }),
  async write(scope, { session, course, attempt }) {
    await insertAttempt(scope, session, attempt);
    const result = { score: attempt.bestScore, attempts: attempt.n };
    let moved = session;
    for (const status of attempt.steps)
      moved = await moveSession(scope, moved, status, status === "exam" ? {} : result);
    return withCourse(moved, course);
  },
}));

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
