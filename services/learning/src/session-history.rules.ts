import type { ExamAttempt } from "./exams.types.js";
import type { Session } from "./sessions.types.js";

/**
 * When a session has ended; undefined while its learner goes on. One with a certificate does not end: others look the certificate up. After a
 * failed exam a learner may hand in again, and the last attempt counts.
 */
export function findEnd(session: Session, attempts: readonly Pick<ExamAttempt, "at">[]): Date | undefined {
  const { status, completedAt, examStartedAt, restoredAt, startedAt } = session;
  if (status !== "completed" && status !== "failed") return undefined;
  const times = [startedAt, examStartedAt, completedAt, restoredAt, ...attempts.map(({ at }) => at)];
  return new Date(Math.max(...times.flatMap((time) => time?.getTime() ?? [])));
}
