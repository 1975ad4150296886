import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import { type HistoryGroup, type HistoryPart, recordsPerTransaction } from "@tenant-ops/kit/retention";
import { findLastAttempt, findOldestAttempts } from "./exams.store.js";
import type { ExamAttempt } from "./exams.types.js";
import { countPresentAttempts, hasEnded, toAttemptItem, toSessionGroup } from "./session-history.rules.js";
import { countRemovedAttempts, findSessionAlone } from "./sessions.store.js";
import type { Session } from "./sessions.types.js";

// A learner who fails may hand in again without a limit, and one transaction cannot delete 100,000 attempts: MongoDB needs more than the seconds of a
// call for it, and reading them takes a gigabyte. They leave in parts, each in a file of its own, the oldest first. So the last
// attempt, since which the days count, stays with the session until both leave.

/** Of a session that leaves as a whole. */
export const attemptsMax = recordsPerTransaction - 1;

/** A session that may have more attempts than this: as a group when it has fewer by now, or its oldest attempts as a part. */
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
 * Notes in the sessions how many of their attempts leave. It changes the session, so an attempt that is handed in at once and this conflict, and the
 * later one sees what the other has done.
 * @param attempts each a group of its own
 * @returns those whose session has still ended before this time
 */
export async function noteLeavingAttempts(
  scope: WriteScope,
  attempts: readonly HistoryGroup[],
  before: Date,
): Promise<HistoryGroup[]> {
  const toSessionId = ([{ record }]: HistoryGroup) => (record as unknown as ExamAttempt).sessionId;
  const leaving: HistoryGroup[] = [];
  for (const sessionId of new Set(attempts.map(toSessionId))) {
    const session = await findSessionAlone(scope, sessionId);
    if (!session || !(await hasEndedByLastAttempt(scope, session, before))) continue;
    const ofSession = attempts.filter((attempt) => toSessionId(attempt) === sessionId);
    await countRemovedAttempts(scope, sessionId, ofSession.length);
    leaving.push(...ofSession);
  }
  return leaving;
}

/** Reads the last attempt only: none of the others is later. */
async function hasEndedByLastAttempt(scope: Scope, session: Session, before: Date): Promise<boolean> {
  const last = await findLastAttempt(scope, session._id);
  return hasEnded(session, last ? [last] : [], before);
}
