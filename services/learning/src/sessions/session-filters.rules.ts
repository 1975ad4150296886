import { type DateRange, parseDateRange, planPersonSearch, type WordSearch } from "@tenant-ops/kit/data";
import { fieldName, invalid, requestName, wording } from "@tenant-ops/kit/errors";
import type { CourseFields } from "../courses/courses.rules.js";
import { examStatuses, type ExamStatus, type SessionStatus, statuses } from "./sessions.rules.js";

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

/**
 * Which sessions a request asks for.
 * @param course the course of the request; absent for all courses
 * @throws Refusal invalid_argument
 */
export function planSessionFilter(
  request: SessionListRequest,
  course: CourseFields | undefined,
  timeZone: string,
): SessionFilter {
  return {
    courseId: request.courseId || undefined,
    status: statuses.find((one) => one === request.status),
    userId: request.userId,
    exam: planExamFilter(request.examStatus, course),
    student: planPersonSearch(request.student),
    startedAt: parseDateRange(request.dateFrom, request.dateTo, timeZone),
  };
}

/** Only for one course: for all courses the query would need the ids of those with an exam and would grow with their number. */
const statusesOfOneCourse: readonly string[] = ["none", "not_started"];

function planExamFilter(given: string | undefined, course: CourseFields | undefined): ExamFilter | undefined {
  const examStatus = examStatuses.find((one) => one === given);
  if (!examStatus) return undefined;
  if (!course && statusesOfOneCourse.includes(examStatus)) {
    throw invalid(
      "course_id",
      wording`${fieldName("exam_status")} ${examStatus} needs one; ${requestName("learning_list_courses")} lists them.`,
    );
  }
  return { examStatus, hasExam: course?.examApproveScore !== undefined };
}
