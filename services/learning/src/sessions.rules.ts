import { conflict, notFound, quote } from "@tenant-ops/kit/errors";
import { type CourseFields, requirePublished } from "./courses.rules.js";
import type { Course } from "./courses.store.js";
import { type ExamStatus, examStatusOf } from "./exams.rules.js";
import { type CourseModule, currentModule, missingModules } from "./modules.rules.js";
import { illegalTransition, type SessionStatus } from "./statuses.rules.js";
import type { Session } from "./sessions.store.js";

/** @throws Refusal session_not_found */
export function requireSession<Found>(found: Found | null, sessionId: string): Found {
  if (!found) throw notFound("session", sessionId, { listWith: "learning_get_course_progress" });
  return found;
}

/** @throws Refusal module_not_found, course_not_published */
export function requireModule(course: Course, moduleId: string): CourseModule {
  requirePublished(course);
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) throw notFound("module", moduleId);
  return module;
}

/**
 * Where a session goes after a module was done, if anywhere. Modules may still be done in every other status, the optional
 * ones for example; that moves nothing. Where no module is required, only finishing says that a learner is done.
 */
export function statusAfterProgress(session: Session, course: Course): SessionStatus | undefined {
  if (session.status !== "in_progress" || !course.modules.some(({ required }) => required)) return undefined;
  const missing = missingModules(course.modules, session.completedModules);
  return missing.length === 0 ? statusWhenDone(course) : undefined;
}

/**
 * Where a session goes when its learner says that they are done.
 * @throws Refusal illegal_transition, modules_missing, course_not_published
 */
export function statusAfterFinish(session: Session, course: Course): SessionStatus {
  requirePublished(course);
  if (session.status !== "in_progress") {
    throw illegalTransition(`Only a session in_progress can be finished; this one is ${session.status}.`);
  }
  const missing = missingModules(course.modules, session.completedModules);
  const [first] = missing;
  if (first) {
    throw conflict(
      "modules_missing",
      `${missing.length} required modules are not done; the first is ${quote(first.id)}.`,
    );
  }
  return statusWhenDone(course);
}

function statusWhenDone({ examApproveScore }: CourseFields): SessionStatus {
  return examApproveScore === undefined ? "completed" : "exam";
}

/** A session as agents and back ends see it, beside the course it belongs to. */
export interface SessionView {
  sessionId: string;
  courseId: string;
  status: SessionStatus;
  currentModule?: string;
  completedModules: string[];
  score?: number;
  examStatus: ExamStatus;
  fullName: string;
  email: string;
  title: string;
  slug: string;
  startedAt: string;
  completedAt?: string;
}

export function viewSession(session: Session, course: Course): SessionView {
  const { _id, status, completedModules, score, fullName, email, startedAt, completedAt } = session;
  const current = currentModule(course.modules, completedModules);
  return {
    sessionId: _id,
    courseId: course._id,
    status,
    ...(current && { currentModule: current.id }),
    completedModules,
    ...(score !== undefined && { score }),
    examStatus: examStatusOf(session, course),
    fullName,
    email,
    title: course.title,
    slug: course.slug,
    startedAt: startedAt.toISOString(),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}
