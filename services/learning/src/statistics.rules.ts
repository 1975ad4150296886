import { statuses } from "./sessions.types.js";
import type { EnrollmentStats, ExamCounts, StatusCounts } from "./statistics.types.js";

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

export function calculateExamResults({ started, completed, passed, averageScore }: ExamCounts) {
  return {
    totalExamsStarted: started,
    totalExamsCompleted: completed,
    passRate: calculatePercentage(passed, completed),
    ...(averageScore !== undefined && { averageScore: roundToTwoDecimals(averageScore) }),
  };
}

/** 0 to 100 with two decimals; 0 when `whole` is 0. */
export function calculatePercentage(part: number, whole: number): number {
  return whole === 0 ? 0 : roundToTwoDecimals((part / whole) * 100);
}

function roundToTwoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
