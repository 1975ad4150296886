import type { HistoryGroup, HistoryItem } from "@tenant-ops/kit/retention";
import type { ExamAttempt } from "../courses/exams.rules.js";
import type { Session } from "./sessions.rules.js";

/**
 * When a session has ended; undefined while it is in progress. A session with a certificate never ends, because the certificate must stay
 * available. After a failed exam a learner may submit again, so the time of the last attempt counts.
 */
export function findEnd(session: Session, attempts: readonly Pick<ExamAttempt, "at">[]): Date | undefined {
  const { status, completedAt, examStartedAt, restoredAt, startedAt } = session;
  if (status !== "completed" && status !== "failed") return undefined;
  const times = [startedAt, examStartedAt, completedAt, restoredAt, ...attempts.map(({ at }) => at)];
  return new Date(Math.max(...times.flatMap((time) => time?.getTime() ?? [])));
}

export function hasEnded(session: Session, attempts: readonly Pick<ExamAttempt, "at">[], before: Date): boolean {
  const end = findEnd(session, attempts);
  return end !== undefined && end < before;
}

/** Attempts that are not deleted, according to the counters of the session. At least 0, because a wrong counter may be below the deleted ones. */
export const countPresentAttempts = ({ attempts, removedAttempts = 0 }: Session): number =>
  Math.max(0, attempts - removedAttempts);

/** The first of these sessions that have at most `attemptsMax` attempts together; at least one session. */
export function takeSessions(sessions: readonly Session[], attemptsMax: number): readonly Session[] {
  let attempts = 0;
  const end = sessions.findIndex((session, index) => {
    attempts += countPresentAttempts(session);
    return index > 0 && attempts > attemptsMax;
  });
  return end === -1 ? sessions : sessions.slice(0, end);
}

export const toAttemptItem = (record: ExamAttempt): HistoryItem => ({ collection: "examAttempts", record });

export const toSessionGroup = (session: Session, attempts: readonly ExamAttempt[]): HistoryGroup => [
  { collection: "sessions", record: session },
  ...attempts.map(toAttemptItem),
];
