import type { IndexDescription, Scope, WriteScope } from "@tenant-ops/kit/data";
import type { EndedSession, Session } from "./sessions.types.js";

export const endedSessionCollection = "endedSessions";
// Not unique: an erasure gives several sessions of a course the same learner.
export const endedSessionIndexes: IndexDescription[] = [{ key: { courseId: 1, userId: 1 } }];

const endedSessions = (scope: Scope) => scope.collection<EndedSession>(endedSessionCollection);

/**
 * The one that was begun last: a replica of a version that does not know this collection begins a second session for a learner whose first one has
 * left, and both are here when that one has left too.
 */
export function findEndedSession(scope: Scope, courseId: string, userId: string): Promise<EndedSession | null> {
  return endedSessions(scope).findOne({ courseId, userId }, { sort: { startedAt: -1 } });
}

/** In the transaction that deletes the sessions. */
export async function insertEndedSessions(scope: WriteScope, sessions: readonly Session[]): Promise<void> {
  await endedSessions(scope).insertMany(
    sessions.map(({ fullName: _name, email: _email, trigrams: _trigrams, ...ended }) => ended),
  );
}

/** Before the session is inserted again: of two enrollments at once, one runs again and finds the session. */
export async function deleteEndedSession(scope: WriteScope, { _id }: EndedSession): Promise<void> {
  await endedSessions(scope).deleteOne({ _id });
}
