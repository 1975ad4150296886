import { illegalTransition, type Session, type SessionStatus } from "../sessions/sessions.rules.js";
import { type CourseFields, requirePublished } from "./courses.rules.js";

/**
 * Decides what submitting an exam does. After a failure the session enters the exam again: only this attempt decides whether
 * it passes, and the best score is kept.
 * @throws Refusal illegal_transition, course_not_published
 */
export function planAttempt(session: Session, course: CourseFields, score: number) {
  requirePublished(course);
  const { status, attempts } = session;
  if (status !== "exam" && status !== "failed") {
    throw illegalTransition(`An exam can be handed in while the session is in exam or failed; this one is ${status}.`);
  }
  // An exam cannot be removed from a course, so the course of a session in exam has a score to reach.
  const passed = score >= (course.examApproveScore ?? 0);
  const outcome: SessionStatus = passed ? "completed" : "failed";
  // One after the other.
  const steps: SessionStatus[] = status === "failed" ? ["exam", outcome] : [outcome];
  // `n` is 1 for the first attempt.
  return { steps, n: attempts + 1, score, passed, bestScore: Math.max(score, session.score ?? score) };
}

export type AttemptPlan = ReturnType<typeof planAttempt>;

/** An exam that was submitted. It is never changed; the session keeps the best score of all attempts. */
export interface ExamAttempt extends Pick<AttemptPlan, "n" | "score" | "passed"> {
  _id: string;
  sessionId: string;
  courseId: string;
  at: Date;
}
