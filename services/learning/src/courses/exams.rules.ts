import { requirePublished } from "./courses.rules.js";
import type { CourseFields } from "./courses.types.js";
import type { AttemptPlan, ExamStatus } from "./exams.types.js";
import { illegalTransition } from "../sessions/sessions.rules.js";
import type { Session, SessionStatus } from "../sessions/sessions.types.js";

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
