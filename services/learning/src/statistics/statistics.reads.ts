import type { DateRange, Scope } from "@tenant-ops/kit/data";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse } from "../courses/courses.store.js";
import { calculateEnrollmentStats, calculateExamResults } from "./statistics.rules.js";
import { countByStatus, countExams } from "./statistics.store.js";

/**
 * @param courseId empty for all courses
 * @throws Refusal course_not_found
 */
export async function readEnrollmentStats(scope: Scope, courseId: string, startedAt: DateRange) {
  await requireCourseIfGiven(scope, courseId);
  return calculateEnrollmentStats(await countByStatus(scope, courseId, startedAt));
}

/**
 * @param courseId empty for all courses
 * @throws Refusal course_not_found
 */
export async function readExamResults(scope: Scope, courseId: string) {
  await requireCourseIfGiven(scope, courseId);
  return calculateExamResults(await countExams(scope, courseId));
}

/** For a course that does not exist, zeros would look like a course without learners. */
async function requireCourseIfGiven(scope: Scope, courseId: string): Promise<void> {
  if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
}
