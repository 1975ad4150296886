import { type CourseFields, requirePublished } from "./courses.rules.js";
import type { Session } from "./sessions.store.js";
import { illegalTransition, type SessionStatus } from "./statuses.rules.js";

export interface AttemptPlan {
  /** The statuses the session goes through, one after another. */
  steps: readonly SessionStatus[];
  /** 1 for the first attempt. */
  n: number;
  score: number;
  passed: boolean;
  /** The best score of all attempts, this one included. */
  bestScore: number;
}

/**
 * What handing in an exam does. Whoever failed takes it again: the session enters the exam once more and is judged by this
 * attempt alone, while the best score is kept.
 * @throws Refusal illegal_transition, course_not_published
 */
export function planAttempt(session: Session, course: CourseFields, score: number): AttemptPlan {
  requirePublished(course);
  const { status, attempts } = session;
  if (status !== "exam" && status !== "failed") {
    throw illegalTransition(`An exam can be handed in while the session is in exam or failed; this one is ${status}.`);
  }
  // An exam cannot be taken away from a course, so a session in exam always has a score to reach.
  const passed = score >= (course.examApproveScore ?? 0);
  const outcome: SessionStatus = passed ? "completed" : "failed";
  const steps: SessionStatus[] = status === "failed" ? ["exam", outcome] : [outcome];
  return { steps, n: attempts + 1, score, passed, bestScore: Math.max(score, session.score ?? score) };
}

/** `none`: the course has no exam, or got it after this learner was done. */
export type ExamStatus = "none" | "not_started" | "started" | "passed" | "failed";

export function examStatusOf(session: Session, course: CourseFields): ExamStatus {
  if (session.attempts > 0) return session.status === "failed" ? "failed" : "passed";
  if (session.examStartedAt) return "started";
  return session.status === "in_progress" && course.examApproveScore !== undefined ? "not_started" : "none";
}
