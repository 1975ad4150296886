import { isDuplicateKeyError, newId, type Scope, toPersonWords, type WriteScope } from "@tenant-ops/kit/data";
import { dropCounts } from "@tenant-ops/kit/retention";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { findCourse } from "../courses/courses.store.js";
import { countSources } from "../daily-counts.js";
import { deleteEndedSession, findEndedSessions } from "../sessions/ended-sessions.store.js";
import {
  type EndedSession,
  type EnrollmentVisit,
  type Learner,
  type Session,
  withCourse,
} from "../sessions/sessions.rules.js";
import { findSessionsOfLearners, insertSession } from "../sessions/sessions.store.js";
import { countSessionChange, publishStatus } from "../sessions/sessions.verbs.js";
import {
  type EnrollmentFacts,
  type EnrollmentPlan,
  planEnrollments,
  type PlannedEnrollment,
  reviewEnrollments,
} from "./enrollments.rules.js";

/** Learners to enroll in one course. */
export interface EnrollmentRequest {
  courseId: string;
  learners: readonly Learner[];
}

const steps = {
  load: findFacts,
  plan: ({ courseId, learners }: EnrollmentRequest, facts: EnrollmentFacts) =>
    planEnrollments(courseId, learners, facts),
  // Another call has enrolled one of the learners at once: the next run finds that session.
  repeat: { after: (error: unknown) => isDuplicateKeyError(error, "userId"), max: 4 },
};

/** Enrolls a list of learners in one course: all or none. */
export const enrollLearners = defineVerb(() => ({
  ...steps,
  review: reviewEnrollments,
  async write(scope, plan) {
    const enrolled = await carryOut(scope, plan);
    return enrolled.map(({ session: { _id: sessionId, userId, status }, outcome }) => ({
      sessionId,
      userId,
      outcome,
      status,
    }));
  },
}));

/** The same for one learner, with the whole session as result: those of a list would be too large to be stored. */
export const enrollLearner = defineVerb(() => ({
  ...steps,
  async write(scope, plan) {
    const [enrolled] = await carryOut(scope, plan);
    if (!enrolled) throw new Error("the learner was not enrolled");
    return { session: withCourse(enrolled.session, plan.course), outcome: enrolled.outcome };
  },
}));

/** The same for a visitor of the page of a course, in the transaction that uses the pass up. */
export async function enrollVisitor(
  scope: WriteScope,
  request: EnrollmentRequest,
  visit: EnrollmentVisit,
): Promise<void> {
  await carryOut(scope, steps.plan(request, await findFacts(scope, request)), visit);
}

async function findFacts(scope: Scope, { courseId, learners }: EnrollmentRequest): Promise<EnrollmentFacts> {
  const userIds = learners.map(({ userId }) => userId);
  const course = await findCourse(scope, courseId);
  const sessions = await findSessionsOfLearners(scope, courseId, userIds);
  const missing = userIds.filter((userId) => !sessions.has(userId));
  return { course, sessions, ended: await findEndedSessions(scope, courseId, missing) };
}

async function carryOut(scope: WriteScope, { course, enrollments }: EnrollmentPlan, visit?: EnrollmentVisit) {
  const enrolled: { session: Session; outcome: PlannedEnrollment["outcome"] }[] = [];
  for (const planned of enrollments) {
    enrolled.push({ session: await enroll(scope, course._id, planned, visit), outcome: planned.outcome });
  }
  return enrolled;
}

async function enroll(
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
