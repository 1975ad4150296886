import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import { type HistoryGroup, type HistoryPart, recordsPerTransaction } from "@tenant-ops/kit/retention";
import { findLastAttempt, findOldestAttempts } from "../courses/exams.store.js";
import type { ExamAttempt } from "../courses/exams.rules.js";
import { countPresentAttempts, hasEnded, toAttemptItem, toSessionGroup } from "./session-history.rules.js";
import { countRemovedAttempts, findSessionWithoutCourse } from "./sessions.store.js";
import type { Session } from "./sessions.rules.js";

// A learner who fails may submit again without a limit, and one transaction cannot delete 100,000 attempts: MongoDB needs more time than a call
// has, and reading them takes a gigabyte. So they are deleted in parts, the oldest first, and each part has an archive file of its own. The last
// attempt, from which the days of the rule are counted, is deleted together with the session.

/** A session with more attempts is deleted in parts. */
export const attemptsMax = recordsPerTransaction - 1;

/**
 * For a session that may have more than `attemptsMax` attempts: the whole session as a group when it has no more, else its oldest attempts as a part.
 */
export async function findLargeSession(
  scope: Scope,
  session: Session,
  before: Date,
): Promise<{ groups: HistoryGroup[]; part?: Omit<HistoryPart, "beyond"> }> {
  if (!(await hasEndedByLastAttempt(scope, session, before))) return { groups: [] };
  const oldest = await findOldestAttempts(scope, session._id, attemptsMax + 1);
  if (oldest.length <= attemptsMax) return { groups: [toSessionGroup(session, oldest)] };
  const groups = oldest.slice(0, attemptsMax).map((attempt): HistoryGroup => [toAttemptItem(attempt)]);
  const recordsOfGroup = 1 + Math.max(oldest.length, countPresentAttempts(session));
  return { groups: [], part: { groups, recordsOfGroup, time: session.startedAt } };
}

/**
 * Adds attempts that are about to be deleted to the counters of their sessions. This changes the session, so it conflicts with an attempt that is
 * submitted at the same time, and the later transaction sees the result of the other.
 * @param attempts each in a group of its own
 * @returns the attempts that may be deleted: their session still ended before this time
 */
export async function recordDeletedAttempts(
  scope: WriteScope,
  attempts: readonly HistoryGroup[],
  before: Date,
): Promise<HistoryGroup[]> {
  const toSessionId = ([{ record }]: HistoryGroup) => (record as unknown as ExamAttempt).sessionId;
  const deletable: HistoryGroup[] = [];
  for (const sessionId of new Set(attempts.map(toSessionId))) {
    const session = await findSessionWithoutCourse(scope, sessionId);
    if (!session || !(await hasEndedByLastAttempt(scope, session, before))) continue;
    const ofSession = attempts.filter((attempt) => toSessionId(attempt) === sessionId);
    await countRemovedAttempts(scope, sessionId, ofSession.length);
    deletable.push(...ofSession);
  }
  return deletable;
}

/** Reads the last attempt only, because no other one is later. */
async function hasEndedByLastAttempt(scope: Scope, session: Session, before: Date): Promise<boolean> {
  const last = await findLastAttempt(scope, session._id);
  return hasEnded(session, last ? [last] : [], before);
}
