import { conflict, notFound, quote, type Refusal } from "@tenant-ops/kit/errors";
import { toRegistrationCopy } from "@tenant-ops/kit/pages";
import { requirePublished } from "../courses/courses.rules.js";
import type { Course, CourseFields, CourseModule } from "../courses/courses.types.js";
import { selectMissingModules } from "../courses/course-modules.rules.js";
import type { LearnerReply, Session, SessionStatus } from "./sessions.types.js";

/** The statuses that may follow each status. A session never goes back, and `certified` is final. */
export const transitions: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  in_progress: ["exam", "completed"],
  exam: ["completed", "failed"],
  completed: ["certified"],
  certified: [],
  failed: ["exam"],
};

/** Who learns, as callers see it. Of a visitor, name and contact are what they wrote, except for what the registration says is proven. */
export const toLearnerReply = ({ fullName, email, registration }: Session): LearnerReply => ({
  fullName,
  email,
  ...(registration && { registration: toRegistrationCopy(registration) }),
});

/** @throws Refusal illegal_transition for a transition that is not in the table */
export function requireTransition(from: SessionStatus, to: SessionStatus): void {
  if (!transitions[from].includes(to)) throw illegalTransition(`A session cannot go from ${from} to ${to}.`);
}

export function illegalTransition(detail: string): Refusal {
  return conflict("illegal_transition", detail);
}

/** The dates that a session gets with a status. */
export function datesForStatus(session: Session, status: SessionStatus, now: Date): Partial<Session> {
  switch (status) {
    case "exam":
      return { examStartedAt: session.examStartedAt ?? now };
    case "completed":
      return { completedAt: now };
    case "certified":
      return { certifiedAt: now };
    case "in_progress":
    case "failed":
      return {};
  }
}

/** @throws Refusal session_not_found */
export function requireSession<Found>(found: Found | null, sessionId: string): Found {
  if (!found) throw sessionNotFound(sessionId);
  return found;
}

export function sessionNotFound(sessionId: string): Refusal {
  return notFound("session", sessionId, { listWith: "learning_get_course_progress" });
}

/** @throws Refusal module_not_found, course_not_published */
export function requireModule(course: Course, moduleId: string): CourseModule {
  requirePublished(course);
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) throw notFound("module", moduleId);
  return module;
}

/**
 * The next status after a module was completed; undefined when the status stays. In other statuses modules, such as optional
 * ones, can still be completed without a change of status. In a course without required modules only `finish` changes it.
 */
export function statusAfterProgress(session: Session, course: Course): SessionStatus | undefined {
  if (session.status !== "in_progress" || !course.modules.some(({ required }) => required)) return undefined;
  const missing = selectMissingModules(course.modules, session.completedModules);
  return missing.length === 0 ? statusAfterModules(course) : undefined;
}

/**
 * The next status after the learner has declared the course finished.
 * @throws Refusal illegal_transition, modules_missing, course_not_published
 */
export function statusAfterFinish(session: Session, course: Course): SessionStatus {
  requirePublished(course);
  if (session.status !== "in_progress") {
    throw illegalTransition(`Only a session in_progress can be finished; this one is ${session.status}.`);
  }
  const missing = selectMissingModules(course.modules, session.completedModules);
  const [first] = missing;
  if (first) {
    throw conflict(
      "modules_missing",
      `${missing.length} required modules are not done; the first is ${quote(first.id)}.`,
      { count: missing.length },
    );
  }
  return statusAfterModules(course);
}

function statusAfterModules({ examApproveScore }: CourseFields): SessionStatus {
  return examApproveScore === undefined ? "completed" : "exam";
}
