import {
  type DateRange,
  findPage,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import { type Course, findCourse } from "./courses.store.js";
import { illegalTransition, requireTransition, type SessionStatus } from "./statuses.rules.js";

/** Who learns, as the tenant names them. */
export interface Learner {
  userId: string;
  fullName: string;
  email: string;
}

/** One learner in one course. */
export interface Session extends Learner {
  _id: string;
  courseId: string;
  status: SessionStatus;
  completedModules: string[];
  /** Exams handed in. */
  attempts: number;
  /** The best of them. */
  score?: number;
  startedAt: Date;
  /** The first time it entered the exam. */
  examStartedAt?: Date;
  completedAt?: Date;
  /** Beside the certificate's record rather than in it: the list of certificates is sorted by it. */
  certifiedAt?: Date;
  certificate?: { certificateId: string; issuedBy: string; score?: number };
}

export const sessionIndexes = [
  // A learner is in a course once, however often a back end says so.
  { key: { courseId: 1, userId: 1 }, unique: true },
  { key: { startedAt: -1, _id: -1 } },
  { key: { courseId: 1, startedAt: -1, _id: -1 } },
  { key: { status: 1, certifiedAt: -1, _id: -1 } },
] as const;

const sessions = (scope: Scope) => scope.collection<Session>("sessions");

export interface FoundSession {
  session: Session;
  course: Course;
}

/** A session and the course it belongs to. */
export async function findSession(scope: Scope, sessionId: string): Promise<FoundSession | null> {
  const session = await sessions(scope).findOne({ _id: { $eq: sessionId } });
  const course = session && (await findCourse(scope, session.courseId));
  return session && course && { session, course };
}

export function findSessionOf(scope: Scope, courseId: string, userId: string): Promise<Session | null> {
  return sessions(scope).findOne({ courseId: { $eq: courseId }, userId: { $eq: userId } });
}

/** @param courseId empty for all courses */
export function listSessions(scope: Scope, courseId: string, page: PageRequest): Promise<Page<Session>> {
  return findPage<Session>(scope, "sessions", courseId ? { courseId: { $eq: courseId } } : {}, page, [
    ["startedAt", -1],
    ["_id", -1],
  ]);
}

export function listCertified(scope: Scope, range: DateRange, page: PageRequest): Promise<Page<Session>> {
  const { from, until } = range;
  const issued = (from || until) && { certifiedAt: { ...(from && { $gte: from }), ...(until && { $lt: until }) } };
  return findPage<Session>(scope, "sessions", { status: "certified", ...issued }, page, [
    ["certifiedAt", -1],
    ["_id", -1],
  ]);
}

/** Not appended but inserted at once: the caller wants to hear here that the learner is in the course already. */
export async function insertSession(scope: WriteScope, courseId: string, learner: Learner): Promise<Session> {
  const session: Session = {
    _id: newId("ses"),
    courseId,
    ...learner,
    status: "in_progress",
    completedModules: [],
    attempts: 0,
    startedAt: scope.now,
  };
  await sessions(scope).insertOne(session);
  await announce(scope, "", session);
  return session;
}

/** A module counts once, however often it is reported. */
export function addModule(scope: WriteScope, sessionId: string, moduleId: string): Promise<Session | null> {
  return sessions(scope).findOneAndUpdate({ _id: { $eq: sessionId } }, { $addToSet: { completedModules: moduleId } });
}

/**
 * The only way to another status: along the table, and only from the status in which the session was seen.
 * @throws Refusal illegal_transition
 */
export async function moveSession(
  scope: WriteScope,
  session: Session,
  status: SessionStatus,
  change: Partial<Pick<Session, "score" | "attempts" | "certificate">> = {},
): Promise<Session> {
  requireTransition(session.status, status);
  const moved = await sessions(scope).findOneAndUpdate(
    { _id: { $eq: session._id }, status: session.status },
    { $set: { ...change, status, ...datesOf(session, status, scope.now) } },
  );
  if (!moved) throw illegalTransition(`The session is no longer ${session.status}.`);
  await announce(scope, session.status, moved);
  return moved;
}

function datesOf(session: Session, status: SessionStatus, now: Date): Partial<Session> {
  switch (status) {
    case "exam":
      return { examStartedAt: session.examStartedAt ?? now };
    case "completed":
      return { completedAt: now };
    case "certified":
      return { certifiedAt: now };
    case "in_progress":
    case "failed":
      return {};
  }
}

function announce(scope: WriteScope, previousStatus: SessionStatus | "", session: Session): Promise<void> {
  const { _id: sessionId, courseId, userId, status, score } = session;
  const event = { sessionId, courseId, userId, previousStatus, status, ...(score !== undefined && { score }) };
  return scope.publish(SessionStatusChangedSchema, event);
}
