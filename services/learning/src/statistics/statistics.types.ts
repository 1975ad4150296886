import type { SessionStatus } from "../sessions/sessions.types.js";

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
