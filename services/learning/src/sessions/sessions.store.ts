import {
  type DateRange,
  findPage,
  findPageByWords,
  type IndexDescription,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
  type TenantCollection,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { CertifiedSession, SessionToCertify } from "../certificates/certificates.rules.js";
import { findCourse, findListedCourses } from "../courses/courses.store.js";
import type { ExamFilter, SessionFilter } from "./session-filters.rules.js";
import type { Session, SessionStatus, SessionWithCourse } from "./sessions.rules.js";

const done: SessionStatus[] = ["completed", "certified"];
/** The conditions of partial indexes: a query uses such an index when it contains the same conditions. */
const passedExam = { attempts: { $gt: 0 }, status: { $in: done } };
const doneWithoutExam = { attempts: { $eq: 0 }, status: { $in: done } };

const latestFirst = [
  ["startedAt", -1],
  ["_id", -1],
] as const;

export const sessionIndexes: IndexDescription[] = [
  // Enforces one session per course and learner.
  { key: { courseId: 1, userId: 1 }, unique: true },
  { key: { startedAt: -1, _id: -1 } },
  { key: { courseId: 1, startedAt: -1, _id: -1 } },
  { key: { status: 1, startedAt: -1, _id: -1 } },
  { key: { courseId: 1, status: 1, startedAt: -1, _id: -1 } },
  { key: { userId: 1, startedAt: -1, _id: -1 } },
  { key: { status: 1, certifiedAt: -1, _id: -1 } },
  { key: { courseId: 1, status: 1, certifiedAt: -1, _id: -1 } },
  wordIndex([], latestFirst),
  // For exam statuses that few sessions have. These indexes do not contain the other sessions of the same status.
  { key: { startedAt: -1, _id: -1 }, name: "passedExam", partialFilterExpression: passedExam },
  { key: { courseId: 1, startedAt: -1, _id: -1 }, name: "passedExamOfCourse", partialFilterExpression: passedExam },
  {
    key: { courseId: 1, startedAt: -1, _id: -1 },
    name: "doneWithoutExamOfCourse",
    partialFilterExpression: doneWithoutExam,
  },
  // Partial, because most sessions have no certificate.
  {
    key: { "certificate.certificateId": 1 },
    unique: true,
    partialFilterExpression: { "certificate.certificateId": { $exists: true } },
  },
];

const sessions = (scope: Scope) => scope.collection<Session>("sessions");

type SessionQuery = Parameters<TenantCollection<Session>["find"]>[0];

export async function findSession(scope: Scope, sessionId: string): Promise<SessionWithCourse | null> {
  const session = await sessions(scope).findById(sessionId);
  const course = session && (await findCourse(scope, session.courseId));
  return session && course && { session, course };
}

/** The business's own sessions among these ids, by id. */
export async function findSessionsToCertify(
  scope: Scope,
  sessionIds: readonly string[],
): Promise<Map<string, SessionToCertify>> {
  const found = await sessions(scope).findByIds(sessionIds);
  const courses = await findListedCourses(
    scope,
    [...found.values()].map(({ courseId }) => courseId),
  );
  return new Map(
    [...found].flatMap(([id, session]): [string, SessionToCertify][] => {
      const course = courses.get(session.courseId);
      return course ? [[id, { session, course }]] : [];
    }),
  );
}

export function findSessionOfLearner(scope: Scope, courseId: string, userId: string): Promise<Session | null> {
  return sessions(scope).findOne({ courseId, userId });
}

/** The sessions of these learners in the course, by user id. */
export async function findSessionsOfLearners(
  scope: Scope,
  courseId: string,
  userIds: readonly string[],
): Promise<Map<string, Session>> {
  const found = await sessions(scope).find({ courseId, userId: { $in: [...userIds] } }, { limit: userIds.length });
  return new Map(found.map((session) => [session.userId, session]));
}

export function listSessions(scope: Scope, filter: SessionFilter, page: PageRequest): Promise<Page<Session>> {
  const narrow = { courseId: filter.courseId, userId: filter.userId };
  const list = { search: filter.student, narrow, filter: toQuery(filter), order: latestFirst };
  return findPageByWords<Session>(scope, "sessions", list, page);
}

function toQuery({ status, exam, startedAt = {} }: SessionFilter): SessionQuery {
  return {
    ...(status !== undefined && { status }),
    ...rangeFilter<Session>("startedAt", startedAt),
    ...(exam && { $and: [toExamQuery(exam)] }),
  };
}

/** `decideExamStatus` as a query that an index can answer by status; a test compares the two. */
function toExamQuery({ examStatus, hasExam }: ExamFilter): SessionQuery {
  const notEntered = { attempts: { $eq: 0 }, examStartedAt: { $exists: false } };
  switch (examStatus) {
    case "passed":
      return passedExam;
    case "failed":
      return { status: { $eq: "failed" } };
    case "started":
      return { status: { $eq: "exam" } };
    case "not_started":
      return { ...notEntered, status: { $in: hasExam ? ["in_progress"] : [] } };
    case "none":
      return { ...notEntered, ...(hasExam && doneWithoutExam) };
  }
}

/** @param completedModules counts only those who have completed all of these */
export function countInProgress(scope: Scope, courseId: string, completedModules: string[] = []): Promise<number> {
  // `$all` compares every required module with every completed one: 10,000 learners with 200 modules took 8 s, this 0.3 s.
  const done = { $expr: { $setIsSubset: [{ $literal: completedModules }, "$completedModules"] } };
  return sessions(scope).count({ courseId, status: "in_progress", ...(completedModules.length > 0 && done) });
}

/** Which certificates a list contains; absent fields do not filter. */
export interface CertificateFilter {
  courseId?: string | undefined;
  userId?: string | undefined;
  issuedAt: DateRange;
}

export function listCertifiedSessions(
  scope: Scope,
  { courseId, userId, issuedAt }: CertificateFilter,
  page: PageRequest,
): Promise<Page<CertifiedSession>> {
  const filter = {
    status: "certified" as const,
    ...(courseId !== undefined && { courseId }),
    ...(userId !== undefined && { userId }),
    ...rangeFilter<Session>("certifiedAt", issuedAt),
  };
  const order = [
    ["certifiedAt", -1],
    ["_id", -1],
  ] as const;
  return findPage<Session>(scope, "sessions", filter, page, order, { projection: withoutModules });
}

export function findCertifiedSession(scope: Scope, certificateId: string): Promise<CertifiedSession | null> {
  const filter = { "certificate.certificateId": certificateId };
  return sessions(scope).findOne(filter, { projection: withoutModules });
}

/** A learner completes up to 200 modules. */
const withoutModules = { businessId: 0, completedModules: 0, words: 0 };

const endedStatuses: SessionStatus[] = ["completed", "failed"];

/** Completed and failed sessions that began before `before`, the oldest first; only those behind `after`. */
export function findEndedBefore(
  scope: Scope,
  { before, after, limit }: { before: Date; after?: Pick<Session, "_id" | "startedAt"> | undefined; limit: number },
): Promise<Session[]> {
  const startedAt = { $lt: before, ...(after && { $gte: after.startedAt }) };
  const beyond = after && {
    $or: [{ startedAt: { $gt: after.startedAt } }, { startedAt: { $eq: after.startedAt }, _id: { $gt: after._id } }],
  };
  return sessions(scope).find(
    { status: { $in: endedStatuses }, startedAt, ...beyond },
    { limit, sort: { startedAt: 1, _id: 1 }, hint: { businessId: 1, status: 1, startedAt: -1, _id: -1 } },
  );
}

/** Call it in the transaction that deletes attempts of a session that is kept. It conflicts with a call that submits an attempt at the same time. */
export async function countRemovedAttempts(scope: WriteScope, sessionId: string, count: number): Promise<void> {
  await sessions(scope).updateOne({ _id: sessionId }, { $inc: { removedAttempts: count } });
}

export function findSessionWithoutCourse(scope: Scope, sessionId: string): Promise<Session | null> {
  return sessions(scope).findById(sessionId);
}

/**
 * Inserts at once instead of appending, so that the caller gets the error here.
 * @throws a duplicate key error on `userId` when the learner already has a session in the course
 */
export async function insertSession(scope: WriteScope, session: Session): Promise<void> {
  await sessions(scope).insertOne(session);
}

/** A module is stored once, however often it is reported. */
export function addCompletedModule(scope: WriteScope, sessionId: string, moduleId: string): Promise<Session | null> {
  return sessions(scope).findOneAndUpdate({ _id: sessionId }, { $addToSet: { completedModules: moduleId } });
}

/** Returns null when the session no longer has the status with which it was read. */
export function updateSessionStatus(
  scope: WriteScope,
  { _id, status }: Session,
  changes: Partial<Session>,
): Promise<Session | null> {
  return sessions(scope).findOneAndUpdate({ _id, status }, { $set: changes });
}
