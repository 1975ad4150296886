import { parseDateRange } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import type { CourseFields } from "./courses.types.js";
import { examStatuses } from "./exams.types.js";
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
    studentPattern: toSearchPattern(request.student) || undefined,
    startedAt: parseDateRange(request.dateFrom, request.dateTo, timeZone),
  };
}

/** Of all courses these would need the ids of those with an exam: a query that grows with the number of courses. */
const statusesOfOneCourse: readonly string[] = ["none", "not_started"];

function planExamFilter(given: string | undefined, course: CourseFields | undefined): ExamFilter | undefined {
  const examStatus = examStatuses.find((one) => one === given);
  if (!examStatus) return undefined;
  if (!course && statusesOfOneCourse.includes(examStatus)) {
    throw invalid("course_id", `exam_status ${examStatus} needs one; learning_list_courses lists them.`);
  }
  return { examStatus, hasExam: course?.examApproveScore !== undefined };
}

/** Letters that people write with and without an accent, by the letter without one. */
const variants: Readonly<Record<string, string>> = {
  a: "aáàâäãå",
  c: "cç",
  e: "eéèêë",
  i: "iíìîï",
  n: "nñ",
  o: "oóòôöõ",
  u: "uúùûü",
};

/**
 * A regular expression for texts that contain the text of a caller, with or without accents; the query adds "in any case".
 * Everything else stands for itself, so nothing that a caller writes is read as an expression.
 */
function toSearchPattern(text: string): string {
  return text
    .trim()
    .normalize("NFC")
    .replaceAll(/[\s\S]/gu, toCharacterPattern);
}

function toCharacterPattern(character: string): string {
  const base = character.normalize("NFD").charAt(0).toLowerCase();
  const letters = variants[base];
  if (letters?.includes(character.toLowerCase())) return `[${letters}${letters.toUpperCase()}]`;
  if (/[\p{Letter}\p{Number}]/u.test(character)) return character;
  return `\\x{${character.codePointAt(0)?.toString(16)}}`;
}
