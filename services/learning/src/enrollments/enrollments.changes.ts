import type { Call } from "@tenant-ops/kit/call";
import {
  type Database,
  isDuplicateKeyError,
  newId,
  type Scope,
  toPersonWords,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { dropCounts } from "@tenant-ops/kit/retention";
import { planEnrollments } from "./enrollments.rules.js";
import type { Enrollment, EnrollmentFacts, PlannedEnrollment } from "./enrollments.types.js";
import { findCourse } from "../courses/courses.store.js";
import type { Course } from "../courses/courses.types.js";
import { countSources } from "../daily-counts.js";
import { deleteEndedSession, findEndedSessions } from "../sessions/ended-sessions.store.js";
import { countSessionChange, publishStatus } from "../sessions/sessions.changes.js";
import { findSessionsOfLearners, insertSession } from "../sessions/sessions.store.js";
import type { EndedSession, EnrollmentVisit, Learner, Session } from "../sessions/sessions.types.js";

/**
 * Enrolls all of these learners, by `planEnrollments`. Run it with `transactEnrollment`.
 * @param visit for an enrollment on the page of the course
 * @throws Refusal course_not_found, course_not_published, and a duplicate key error when another call enrolls a learner at once
 */
export async function enrollLearners(
  scope: WriteScope,
  courseId: string,
  learners: readonly Learner[],
  visit?: EnrollmentVisit,
): Promise<{ course: Course; enrollments: Enrollment[] }> {
  const plan = planEnrollments(courseId, learners, await findEnrollmentFacts(scope, courseId, learners));
  const enrollments: Enrollment[] = [];
  for (const planned of plan.enrollments) {
    enrollments.push({ session: await carryOut(scope, courseId, planned, visit), outcome: planned.outcome });
  }
  return { course: plan.course, enrollments };
}

/** The same for one learner. */
export async function enrollLearner(
  scope: WriteScope,
  courseId: string,
  learner: Learner,
  visit?: EnrollmentVisit,
): Promise<Enrollment & { course: Course }> {
  const { course, enrollments } = await enrollLearners(scope, courseId, [learner], visit);
  const [enrollment] = enrollments;
  if (!enrollment) throw new Error("the learner was not enrolled");
  return { ...enrollment, course };
}

/** A transaction that enrolls. When another call enrolls one of its learners at once, it runs again and finds that session. */
export async function transactEnrollment<Reply>(
  db: Database,
  call: Call,
  enroll: (scope: WriteScope) => Promise<Reply>,
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(call, enroll);
    } catch (error) {
      if (attempt === attemptsMax || !isDuplicateKeyError(error, "userId")) throw error;
    }
  }
}

/** Each attempt fails only when another call has enrolled one of the learners meanwhile. */
const attemptsMax = 5;

export async function findEnrollmentFacts(
  scope: Scope,
  courseId: string,
  learners: readonly Learner[],
): Promise<EnrollmentFacts> {
  const userIds = learners.map(({ userId }) => userId);
  const course = await findCourse(scope, courseId);
  const sessions = await findSessionsOfLearners(scope, courseId, userIds);
  const missing = userIds.filter((userId) => !sessions.has(userId));
  return { course, sessions, ended: await findEndedSessions(scope, courseId, missing) };
}

async function carryOut(
  scope: WriteScope,
  courseId: string,
  planned: PlannedEnrollment,
  visit: EnrollmentVisit | undefined,
): Promise<Session> {
  const { learner } = planned;
  switch (planned.outcome) {
    case "already_enrolled":
      return planned.session;
    case "restored":
      return restoreSession(scope, planned.ended, { ...learner, ...(visit && { registration: visit.registration }) });
    case "new":
      return startSession(scope, courseId, { ...learner, ...visit });
  }
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
