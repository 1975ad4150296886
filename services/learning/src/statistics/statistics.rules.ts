import type { Counts } from "@tenant-ops/kit/data";
import { type Session, type SessionStatus, statuses } from "../sessions/sessions.rules.js";

/** The counters of exams, besides those of the statuses. `scores` is the sum of the best scores. */
export const examCountNames = ["examsStarted", "examsHandedIn", "examsPassed", "scores"] as const;

export type StatusCounts = Record<SessionStatus, number>;

export interface EnrollmentStats {
  totalEnrollments: number;
  byStatus: { inProgress: number; exam: number; completed: number; certified: number; failed: number };
  completionRate: number;
  certificationRate: number;
  certifiedOfCompleted: number;
}

export type ExamCounts = Record<(typeof examCountNames)[number], number>;

/** A certified learner has completed the course as well, so both count as completed. */
export function calculateEnrollmentStats(counts: StatusCounts): EnrollmentStats {
  const { in_progress: inProgress, exam, completed, certified, failed } = counts;
  const total = statuses.reduce((sum, status) => sum + counts[status], 0);
  const allCompleted = completed + certified;
  return {
    totalEnrollments: total,
    byStatus: { inProgress, exam, completed, certified, failed },
    completionRate: calculatePercentage(allCompleted, total),
    certificationRate: calculatePercentage(certified, total),
    certifiedOfCompleted: calculatePercentage(certified, allCompleted),
  };
}

export function calculateExamResults({ examsStarted, examsHandedIn, examsPassed, scores }: ExamCounts) {
  return {
    totalExamsStarted: examsStarted,
    totalExamsCompleted: examsHandedIn,
    passRate: calculatePercentage(examsPassed, examsHandedIn),
    ...(examsHandedIn > 0 && { averageScore: roundToTwoDecimals(scores / examsHandedIn) }),
  };
}

/** The counts that one session adds to the statistics. A session without a submitted exam has no score. */
export function toSessionCounts({ status, examStartedAt, attempts, score }: Session): Counts {
  const isHandedIn = attempts > 0;
  const isDone = status === "completed" || status === "certified";
  return {
    [status]: 1,
    examsStarted: examStartedAt ? 1 : 0,
    examsHandedIn: isHandedIn ? 1 : 0,
    examsPassed: isHandedIn && isDone ? 1 : 0,
    scores: score ?? 0,
  };
}

/** What a change of a session adds to the collection `enrollments` of analytics. */
export function toEnrollmentCounts(
  { completed = 0, certified = 0, examsHandedIn = 0, examsPassed = 0, scores = 0 }: Counts,
  started: 0 | 1,
): Counts {
  return { started, completed: completed + certified, certified, examsHandedIn, examsPassed, scores };
}

/** The difference: what must be added to `other` to get `counts`. */
export function subtractCounts(counts: Counts, other: Counts): Counts {
  const names = [...new Set([...Object.keys(counts), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (counts[name] ?? 0) - (other[name] ?? 0)]));
}

/** 0 to 100 with two decimals; 0 when `whole` is 0. */
export function calculatePercentage(part: number, whole: number): number {
  return whole === 0 ? 0 : roundToTwoDecimals((part / whole) * 100);
}

function roundToTwoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
