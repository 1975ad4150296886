import type { SessionStatus } from "./sessions.types.js";

export type StatusCounts = Record<SessionStatus, number>;

export interface EnrollmentStats {
  totalEnrollments: number;
  byStatus: { inProgress: number; exam: number; completed: number; certified: number; failed: number };
  completionRate: number;
  certificationRate: number;
  certifiedOfCompleted: number;
}

export interface ExamCounts {
  started: number;
  completed: number;
  passed: number;
  /** Mean of the best scores; absent when no exam was submitted. */
  averageScore?: number;
}
