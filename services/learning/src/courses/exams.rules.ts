import { illegalTransition } from "../sessions/sessions.rules.js";
import type { Session, SessionStatus } from "../sessions/sessions.types.js";
import { requirePublished } from "./courses.rules.js";
import type { CourseFields } from "./courses.types.js";

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

/**
 * Decides what submitting an exam does. After a failure the session enters the exam again: only this attempt decides whether
 * it passes, and the best score is kept.
 * @throws Refusal illegal_transition, course_not_published
 */
export function planAttempt(session: Session, course: CourseFields, score: number): AttemptPlan {
  requirePublished(course);
  const { status, attempts } = session;
  if (status !== "exam" && status !== "failed") {
    throw illegalTransition(`An exam can be handed in while the session is in exam or failed; this one is ${status}.`);
  }
  // An exam cannot be removed from a course, so the course of a session in exam has a score to reach.
  const passed = score >= (course.examApproveScore ?? 0);
  const outcome: SessionStatus = passed ? "completed" : "failed";
  const steps: SessionStatus[] = status === "failed" ? ["exam", outcome] : [outcome];
  return { steps, n: attempts + 1, score, passed, bestScore: Math.max(score, session.score ?? score) };
}

export function decideExamStatus(session: Session, course: Pick<CourseFields, "examApproveScore">): ExamStatus {
  if (session.attempts > 0) return session.status === "failed" ? "failed" : "passed";
  if (session.examStartedAt) return "started";
  return session.status === "in_progress" && course.examApproveScore !== undefined ? "not_started" : "none";
}
