import type { ErasureContext, IndexDescription, Scope, WriteScope } from "@tenant-ops/kit/data";
import type { EndedSession, Session } from "./sessions.rules.js";

export const endedSessionCollection = "endedSessions";
// Not unique: after an erasure several sessions of a course can have the same learner.
export const endedSessionIndexes: IndexDescription[] = [{ key: { courseId: 1, userId: 1 } }];

const endedSessions = (scope: Scope) => scope.collection<EndedSession>(endedSessionCollection);

/** By user id: the one that began last, should a learner have several. */
export async function findEndedSessions(
  scope: Scope,
  courseId: string,
  userIds: readonly string[],
): Promise<Map<string, EndedSession>> {
  if (userIds.length === 0) return new Map();
  const found = await endedSessions(scope).find(
    { courseId, userId: { $in: [...userIds] } },
    { sort: { startedAt: 1 } },
  );
  return new Map(found.map((ended) => [ended.userId, ended]));
}

/** Call it in the transaction that deletes the sessions. */
export async function insertEndedSessions(scope: WriteScope, sessions: readonly Session[]): Promise<void> {
  await endedSessions(scope).insertMany(
    sessions.map(({ fullName: _name, email: _email, words: _words, registration: _registration, ...ended }) => ended),
  );
}

/**
 * Call it before the session is inserted again: two enrollments at the same time then conflict here, and the one that runs again finds the session.
 */
export async function deleteEndedSession(scope: WriteScope, { _id }: EndedSession): Promise<void> {
  await endedSessions(scope).deleteOne({ _id });
}

/**
 * A learner has one session per course, but an e-mail address can belong to several learners. So in each course only the first session gets the
 * tombstone itself as user id; the others get it with a suffix.
 */
export async function findErasedUserId(
  { scope, tombstone }: ErasureContext,
  { _id, courseId }: Pick<Session, "_id"> & { courseId?: string },
): Promise<Partial<Session>> {
  const filter = { courseId: courseId ?? "", userId: tombstone };
  const first = await scope.collection<Session>("sessions").findOne(filter, { projection: { _id: 1 } });
  return { userId: first ? `${tombstone}-${_id}` : tombstone };
}
