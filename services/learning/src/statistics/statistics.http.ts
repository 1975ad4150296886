import { type Database, type DateRange, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { getEnrollmentStatistics, getExamStatistics } from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse } from "../courses/courses.store.js";
import { calculateEnrollmentStats, calculateExamResults } from "./statistics.rules.js";
import { countByStatus, countExams } from "./statistics.store.js";

/** REST routes of the counts and rates. Their names are those of the specification. */
export function statisticsHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getEnrollmentStatistics, async ({ call, query: { courseId, dateFrom, dateTo } }) => {
    const stats = await readEnrollmentStats(db.scope(call), courseId, parseDateRange(dateFrom, dateTo, call.timeZone));
    const { inProgress, ...others } = stats.byStatus;
    return {
      total_enrollments: stats.totalEnrollments,
      by_status: { in_progress: inProgress, ...others },
      completion_rate: stats.completionRate,
      certification_rate: stats.certificationRate,
      certifiedOfCompleted: stats.certifiedOfCompleted,
    };
  });

  bindRoute(app, getExamStatistics, async ({ call, query: { courseId } }) => {
    const results = await readExamResults(db.scope(call), courseId);
    return {
      total_exams_started: results.totalExamsStarted,
      total_exams_completed: results.totalExamsCompleted,
      pass_rate: results.passRate,
      average_score: results.averageScore,
    };
  });
}

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
