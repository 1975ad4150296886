import type { DateRange, WordSearch } from "@tenant-ops/kit/data";
import type { ExamStatus } from "../courses/exams.rules.js";
import type { SessionStatus } from "./sessions.types.js";

/** A request for a list of sessions; absent and empty fields do not filter. */
export interface SessionListRequest {
  courseId: string;
  status?: string | undefined;
  examStatus?: string | undefined;
  student: string;
  userId?: string | undefined;
  dateFrom: string;
  dateTo: string;
}

/** The filter of a list of sessions; absent fields do not filter. */
export interface SessionFilter {
  courseId?: string | undefined;
  status?: SessionStatus | undefined;
  userId?: string | undefined;
  exam?: ExamFilter | undefined;
  student?: WordSearch;
  startedAt?: DateRange;
}

export interface ExamFilter {
  examStatus: ExamStatus;
  /** Whether the course has an exam; a session does not say so. False without a course. */
  hasExam: boolean;
}
