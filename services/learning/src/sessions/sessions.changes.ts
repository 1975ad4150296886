import { newId, toPersonWords, type WriteScope } from "@tenant-ops/kit/data";
import { dropCounts } from "@tenant-ops/kit/retention";
import { SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { enrollments } from "@tenant-ops/rest/analytics";
import { requireCourse, requirePublished } from "../courses/courses.rules.js";
import { findCourse } from "../courses/courses.store.js";
import type { Course } from "../courses/courses.types.js";
import { countSources } from "../daily-counts.js";
import { deleteEndedSession, findEndedSession } from "./ended-sessions.store.js";
import { datesForStatus, illegalTransition, requireTransition } from "./sessions.rules.js";
import { findSessionOfLearner, insertSession, updateSessionStatus } from "./sessions.store.js";
import type {
  EndedSession,
  EnrollmentVisit,
  Learner,
  Session,
  SessionResult,
  SessionStatus,
} from "./sessions.types.js";
import { subtractCounts, toEnrollmentCounts, toSessionCounts } from "../statistics/statistics.rules.js";

// Every change of a session's status, with its event.

export interface Enrollment {
  session: Session;
  course: Course;
  isNew: boolean;
}

/**
 * Enrolls a learner. A learner has one session per course: enrolling again returns it as it is.
 * @param visit for an enrollment on the page of the course
 * @throws Refusal course_not_found, course_not_published, and a duplicate key error when another call enrolls the learner at once
 */
export async function enrollLearner(
  scope: WriteScope,
  courseId: string,
  learner: Learner,
  visit?: EnrollmentVisit,
): Promise<Enrollment> {
  const course = requireCourse(await findCourse(scope, courseId), courseId);
  requirePublished(course);
  const existing = await findSessionOfLearner(scope, courseId, learner.userId);
  if (existing) return { session: existing, course, isNew: false };
  const ended = await findEndedSession(scope, courseId, learner.userId);
  if (ended)
    return {
      session: await restoreSession(scope, ended, { ...learner, ...(visit && { registration: visit.registration }) }),
      course,
      isNew: false,
    };
  return { session: await startSession(scope, courseId, { ...learner, ...visit }), course, isNew: true };
}

/**
 * Inserts a session again that retention has deleted, with its former status, score and number of attempts: otherwise a learner could begin a
 * course again by waiting for the deletion. The statistics have counted it already. It keeps the browser of the first enrollment, because another
 * visitor can enter the same e-mail address.
 */
async function restoreSession(
  scope: WriteScope,
  ended: EndedSession,
  learner: Learner & Pick<Session, "registration">,
): Promise<Session> {
  const session: Session = {
    ...ended,
    ...learner,
    words: toWords(learner),
    removedAttempts: ended.attempts,
    restoredAt: scope.now,
  };
  await deleteEndedSession(scope, ended);
  await insertSession(scope, session);
  await dropCounts(scope, countSources, "sessions", [session._id]);
  return session;
}

const toWords = ({ fullName, email, registration }: Learner & Pick<Session, "registration">) =>
  toPersonWords({ fullName, email, phone: registration?.phone });

/** @throws a duplicate key error on `userId` when the learner already has a session in the course */
async function startSession(
  scope: WriteScope,
  courseId: string,
  learner: Learner & Partial<EnrollmentVisit>,
): Promise<Session> {
  const session: Session = {
    _id: newId("ses"),
    courseId,
    ...learner,
    status: "in_progress",
    completedModules: [],
    words: toWords(learner),
    attempts: 0,
    startedAt: scope.now,
  };
  await insertSession(scope, session);
  countSessionChange(scope, null, session);
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
  countSessionChange(scope, session, moved);
  await publishStatus(scope, session.status, moved);
  return moved;
}

function publishStatus(scope: WriteScope, previousStatus: SessionStatus | "", session: Session): Promise<void> {
  const { _id: sessionId, courseId, userId, status, score } = session;
  const event = { sessionId, courseId, userId, previousStatus, status, ...(score !== undefined && { score }) };
  return scope.publish(SessionStatusChangedSchema, event);
}

/**
 * Keeps the counters of the statistics equal to the sessions: adds what changes from `before` to `after`, to the day of enrollment
 * and to the totals, of the course and of all courses.
 * @param before null for a new session
 */
function countSessionChange(scope: WriteScope, before: Session | null, after: Session): void {
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
