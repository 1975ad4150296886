import { parseDateRange, planPersonSearch } from "@tenant-ops/kit/data";
import { fieldName, invalid, requestName, wording } from "@tenant-ops/kit/errors";
import type { CourseFields } from "../courses/courses.types.js";
import { examStatuses } from "../courses/exams.rules.js";
import type { ExamFilter, SessionFilter, SessionListRequest } from "./session-filters.types.js";
import { statuses } from "./sessions.types.js";

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
