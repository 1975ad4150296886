import type { DateRange } from "@tenant-ops/kit/data";
import type { ExamStatus } from "./exams.types.js";
import type { SessionStatus } from "./sessions.types.js";

/** Which sessions a list contains; what is absent does not restrict it. */
export interface SessionFilter {
  courseId?: string | undefined;
  status?: SessionStatus | undefined;
  exam?: ExamFilter | undefined;
  /** A regular expression for name or e-mail address: see `toSearchPattern`. */
  studentPattern?: string | undefined;
  startedAt?: DateRange;
}

export interface ExamFilter {
  examStatus: ExamStatus;
  /** The courses of the business that have an exam; a session does not say so. */
  examCourseIds: readonly string[];
}
