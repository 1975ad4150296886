import { statuses, type SessionStatus } from "./statuses.rules.js";

export type StatusCounts = Record<SessionStatus, number>;

export interface EnrollmentStats {
  totalEnrollments: number;
  byStatus: { inProgress: number; exam: number; completed: number; certified: number; failed: number };
  completionRate: number;
  certificationRate: number;
  certifiedOfCompleted: number;
}

/** A certified learner has completed the course as well, so both count as done. */
export function enrollmentStats(counts: StatusCounts): EnrollmentStats {
  const { in_progress: inProgress, exam, completed, certified, failed } = counts;
  const total = statuses.reduce((sum, status) => sum + counts[status], 0);
  const done = completed + certified;
  return {
    totalEnrollments: total,
    byStatus: { inProgress, exam, completed, certified, failed },
    completionRate: percentage(done, total),
    certificationRate: percentage(certified, total),
    certifiedOfCompleted: percentage(certified, done),
  };
}

export interface ExamCounts {
  started: number;
  completed: number;
  passed: number;
  /** Mean of the best scores; absent when nobody handed in an exam. */
  averageScore?: number;
}

export function examResults({ started, completed, passed, averageScore }: ExamCounts) {
  return {
    totalExamsStarted: started,
    totalExamsCompleted: completed,
    passRate: percentage(passed, completed),
    ...(averageScore !== undefined && { averageScore: twoDecimals(averageScore) }),
  };
}

/** 0–100 with two decimals; 0 when there is nothing to divide by. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : twoDecimals((part / whole) * 100);
}

function twoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
