import type { DateRange } from "@tenant-ops/kit/data";
import type { ExamStatus } from "./exams.types.js";
import type { SessionStatus } from "./sessions.types.js";

/** Which sessions a list contains; what is absent does not restrict it. */
export interface SessionFilter {
  courseId?: string | undefined;
  status?: SessionStatus | undefined;
  exam?: ExamFilter | undefined;
  /** A regular expression for name or e-mail address: see `planSessionFilter`. */
  studentPattern?: string | undefined;
  startedAt?: DateRange;
}

export interface ExamFilter {
  examStatus: ExamStatus;
  /** Whether the course has an exam; a session does not say so. False without a course. */
  hasExam: boolean;
}
