import { conflict, notFound, quote, type Refusal } from "@tenant-ops/kit/errors";
import { toRegistrationCopy, type VisitorRegistration } from "@tenant-ops/kit/pages";
import { findCurrentModule, selectMissingModules } from "../courses/course-modules.rules.js";
import {
  type Course,
  type CourseFields,
  type CourseModule,
  type CourseNames,
  type CourseOutline,
  requirePublished,
} from "../courses/courses.rules.js";

export const statuses = ["in_progress", "exam", "completed", "certified", "failed"] as const;
export type SessionStatus = (typeof statuses)[number];

/** A learner as the tenant names it. */
export interface Learner {
  userId: string;
  fullName: string;
  email: string;
}

/** What only an enrollment on the page of a course has. */
export interface EnrollmentVisit {
  /** The browser. */
  visitId: string;
  /** Name and e-mail address are those of the learner. */
  registration: Omit<VisitorRegistration, "fullName" | "email">;
}

/** One learner in one course. */
export interface Session extends Learner, Partial<EnrollmentVisit> {
  _id: string;
  courseId: string;
  status: SessionStatus;
  completedModules: string[];
  /** Of name, e-mail address and phone, for searches. */
  words: string[];
  /** Number of exams that were submitted. */
  attempts: number;
  /** How many of them were deleted by retention. */
  removedAttempts?: number;
  /** When the learner enrolled again after the session was deleted; see `ended-sessions.store.ts`. */
  restoredAt?: Date;
  /** The best score of all attempts. */
  score?: number;
  startedAt: Date;
  /** When it first reached the status `exam`. */
  examStartedAt?: Date;
  completedAt?: Date;
  /** Outside of `certificate`, because the list of certificates is sorted by it. */
  certifiedAt?: Date;
  certificate?: { certificateId: string; issuedBy: string; score?: number };
}

/** What is kept of a session that retention has deleted: a learner who enrolls again gets this session, not a new one. */
export type EndedSession = Omit<Session, "fullName" | "email" | "words" | "registration">;

export interface SessionWithCourse {
  session: Session;
  course: Course;
}

/** The fields that may change together with the status. */
export type SessionResult = Partial<Pick<Session, "score" | "attempts" | "certificate">>;

export const examStatuses = ["none", "not_started", "started", "passed", "failed"] as const;
/** `none`: the course has no exam, or got it after this learner had completed it. */
export type ExamStatus = (typeof examStatuses)[number];

/** A session with what callers see of its course. */
export interface SessionOfCourse extends Session, CourseNames {
  /** Id of the first module that is not completed; absent: all are. */
  currentModule?: string;
  examStatus: ExamStatus;
}

export function withCourse(session: Session, course: CourseOutline): SessionOfCourse {
  const { title, slug, modules } = course;
  const current = findCurrentModule(modules, session.completedModules);
  const examStatus = decideExamStatus(session, course);
  return { ...session, title, slug, ...(current && { currentModule: current.id }), examStatus };
}

export function decideExamStatus(session: Session, course: Pick<CourseFields, "examApproveScore">): ExamStatus {
  if (session.attempts > 0) return session.status === "failed" ? "failed" : "passed";
  if (session.examStartedAt) return "started";
  return session.status === "in_progress" && course.examApproveScore !== undefined ? "not_started" : "none";
}

/** The statuses that may follow each status. A session never goes back, and `certified` is final. */
export const transitions: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  in_progress: ["exam", "completed"],
  exam: ["completed", "failed"],
  completed: ["certified"],
  certified: [],
  failed: ["exam"],
};

/** Who learns, as callers see it. Of a visitor, name and contact are what they wrote, except for what the registration says is proven. */
export const toLearnerReply = ({
  fullName,
  email,
  registration,
}: Pick<Session, "fullName" | "email" | "registration">) => ({
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

/**
 * Decides what reporting a completed module does. A module is stored once, however often it is reported.
 * @throws Refusal module_not_found, course_not_published
 */
export function planProgress({ session, course }: SessionWithCourse, reportedId: string) {
  const { id: moduleId } = requireModule(course, reportedId);
  const isNew = !session.completedModules.includes(moduleId);
  const completedModules = isNew ? [...session.completedModules, moduleId] : session.completedModules;
  return { session, course, moduleId, isNew, status: statusAfterProgress({ ...session, completedModules }, course) };
}

/** @throws Refusal module_not_found, course_not_published */
function requireModule(course: Course, moduleId: string): CourseModule {
  requirePublished(course);
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) throw notFound("module", moduleId);
  return module;
}

/**
 * The next status after a module was completed; undefined when the status stays. In other statuses modules, such as optional
 * ones, can still be completed without a change of status. In a course without required modules only `finish` changes it.
 */
function statusAfterProgress(session: Session, course: Course): SessionStatus | undefined {
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
