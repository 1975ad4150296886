import {
  type DateRange,
  findPage,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { findCourse } from "./courses.store.js";
import type { Session, SessionWithCourse } from "./sessions.types.js";

export const sessionIndexes = [
  // Enforces one session per course and learner.
  { key: { courseId: 1, userId: 1 }, unique: true },
  { key: { startedAt: -1, _id: -1 } },
  { key: { courseId: 1, startedAt: -1, _id: -1 } },
  { key: { status: 1, certifiedAt: -1, _id: -1 } },
] as const;

const sessions = (scope: Scope) => scope.collection<Session>("sessions");

export async function findSession(scope: Scope, sessionId: string): Promise<SessionWithCourse | null> {
  const session = await sessions(scope).findById(sessionId);
  const course = session && (await findCourse(scope, session.courseId));
  return session && course && { session, course };
}

export function findSessionOfLearner(scope: Scope, courseId: string, userId: string): Promise<Session | null> {
  return sessions(scope).findOne({ courseId, userId });
}

/** @param courseId empty for all courses */
export function listSessions(scope: Scope, courseId: string, page: PageRequest): Promise<Page<Session>> {
  return findPage<Session>(scope, "sessions", courseId ? { courseId } : {}, page, [
    ["startedAt", -1],
    ["_id", -1],
  ]);
}

export function listCertifiedSessions(scope: Scope, range: DateRange, page: PageRequest): Promise<Page<Session>> {
  const filter = { status: "certified" as const, ...rangeFilter<Session>("certifiedAt", range) };
  const order = [
    ["certifiedAt", -1],
    ["_id", -1],
  ] as const;
  // Without the modules, of which a learner completes up to 200.
  return findPage<Session>(scope, "sessions", filter, page, order, {
    projection: { businessId: 0, completedModules: 0 },
  });
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
