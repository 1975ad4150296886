import type { SessionStatus } from "../sessions/sessions.types.js";

/** An exam that was submitted. It is never changed; the session keeps the best score of all attempts. */
export interface ExamAttempt {
  _id: string;
  sessionId: string;
  courseId: string;
  /** 1 for the first attempt. */
  n: number;
  score: number;
  passed: boolean;
  at: Date;
}

/** The plan of an exam attempt. */
export interface AttemptPlan {
  /** The statuses that the session gets, one after the other. */
  steps: readonly SessionStatus[];
  /** 1 for the first attempt. */
  n: number;
  score: number;
  passed: boolean;
  /** The best score of all attempts, this one included. */
  bestScore: number;
}

export const examStatuses = ["none", "not_started", "started", "passed", "failed"] as const;
/** `none`: the course has no exam, or got it after this learner had completed it. */
export type ExamStatus = (typeof examStatuses)[number];
