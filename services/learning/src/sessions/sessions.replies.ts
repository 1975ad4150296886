import { toCertificate } from "../certificates/certificates.rules.js";
import type { CourseOutline } from "../courses/courses.types.js";
import { decideExamStatus, type ExamStatus } from "../courses/exams.rules.js";
import { findCurrentModule } from "../courses/course-modules.rules.js";
import { toLearnerReply } from "./sessions.rules.js";
import type { LearnerReply, Session, SessionStatus } from "./sessions.types.js";

/** A session together with its course, as rpc callers see it. */
export interface SessionItem extends LearnerReply {
  sessionId: string;
  courseId: string;
  userId: string;
  status: SessionStatus;
  currentModule?: string;
  completedModules: string[];
  score?: number;
  examStatus: ExamStatus;
  title: string;
  slug: string;
  startedAt: string;
  completedAt?: string;
}

export function toSessionItem(session: Session, course: CourseOutline): SessionItem {
  const { _id, userId, status, completedModules, score, startedAt, completedAt } = session;
  const current = findCurrentModule(course.modules, completedModules);
  return {
    sessionId: _id,
    courseId: course._id,
    userId,
    status,
    ...(current && { currentModule: current.id }),
    completedModules,
    ...(score !== undefined && { score }),
    examStatus: decideExamStatus(session, course),
    ...toLearnerReply(session),
    title: course.title,
    slug: course.slug,
    startedAt: startedAt.toISOString(),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}

/** The same as REST callers see it. */
export function toSessionJson(session: Session, course: CourseOutline) {
  const { sessionId, ...item } = toSessionItem(session, course);
  const { attempts: attemptCount, examStartedAt } = session;
  const certificate = toCertificate(session);
  return {
    _id: sessionId,
    ...item,
    attemptCount,
    ...(examStartedAt && { examStartedAt: examStartedAt.toISOString() }),
    ...(certificate && { certificate }),
  };
}
