import {
  findPage,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
  type TenantCollection,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { CertificateFilter, SessionToCertify } from "./certificates.types.js";
import { findCourse, findListedCourses } from "./courses.store.js";
import type { ExamFilter, SessionFilter } from "./session-filters.types.js";
import type { Session, SessionStatus, SessionWithCourse } from "./sessions.types.js";

export const sessionIndexes = [
  // Enforces one session per course and learner.
  { key: { courseId: 1, userId: 1 }, unique: true },
  { key: { startedAt: -1, _id: -1 } },
  { key: { courseId: 1, startedAt: -1, _id: -1 } },
  { key: { status: 1, startedAt: -1, _id: -1 } },
  { key: { courseId: 1, status: 1, startedAt: -1, _id: -1 } },
  { key: { userId: 1, startedAt: -1, _id: -1 } },
  { key: { status: 1, certifiedAt: -1, _id: -1 } },
  { key: { courseId: 1, status: 1, certifiedAt: -1, _id: -1 } },
  // Partial, because most sessions have no certificate.
  {
    key: { "certificate.certificateId": 1 },
    unique: true,
    partialFilterExpression: { "certificate.certificateId": { $exists: true } },
  },
] as const;

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

export function listSessions(scope: Scope, filter: SessionFilter, page: PageRequest): Promise<Page<Session>> {
  return findPage<Session>(scope, "sessions", toQuery(filter), page, [
    ["startedAt", -1],
    ["_id", -1],
  ]);
}

function toQuery({ courseId, status, userId, exam, studentPattern, startedAt = {} }: SessionFilter): SessionQuery {
  const search = { $regex: studentPattern, $options: "i" };
  const conditions: SessionQuery[] = [
    ...(exam ? [toExamQuery(exam)] : []),
    ...(studentPattern ? [{ $or: [{ fullName: search }, { email: search }] }] : []),
  ];
  return {
    ...(courseId !== undefined && { courseId }),
    ...(status !== undefined && { status }),
    ...(userId !== undefined && { userId }),
    ...rangeFilter<Session>("startedAt", startedAt),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

/** The same as `decideExamStatus`, as a query whose statuses an index finds; a test compares the two. */
function toExamQuery({ examStatus, hasExam }: ExamFilter): SessionQuery {
  const done = { $in: ["completed", "certified"] satisfies SessionStatus[] };
  const notEntered = { attempts: { $eq: 0 }, examStartedAt: { $exists: false } };
  switch (examStatus) {
    case "passed":
      return { attempts: { $gt: 0 }, status: done };
    case "failed":
      return { status: { $eq: "failed" } };
    case "started":
      return { status: { $eq: "exam" } };
    case "not_started":
      return { ...notEntered, status: { $in: hasExam ? ["in_progress"] : [] } };
    case "none":
      return { ...notEntered, ...(hasExam && { status: done }) };
  }
}

/** @param completedModules counts only those who have completed all of these */
export function countInProgress(scope: Scope, courseId: string, completedModules: string[] = []): Promise<number> {
  // `$all` compares every required module with every completed one: 10,000 learners with 200 modules took 8 s, this 0.3 s.
  const done = { $expr: { $setIsSubset: [{ $literal: completedModules }, "$completedModules"] } };
  return sessions(scope).count({ courseId, status: "in_progress", ...(completedModules.length > 0 && done) });
}

export function listCertifiedSessions(
  scope: Scope,
  { courseId, userId, issuedAt }: CertificateFilter,
  page: PageRequest,
): Promise<Page<Session>> {
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

export function findCertifiedSession(scope: Scope, certificateId: string): Promise<Session | null> {
  const filter = { "certificate.certificateId": certificateId };
  return sessions(scope).findOne(filter, { projection: withoutModules });
}

/** A learner completes up to 200 modules. */
const withoutModules = { businessId: 0, completedModules: 0 };

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
