import { type DateRange, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { LearningService } from "@tenant-ops/proto/learning";
import { getEnrollmentStatistics, getExamStatistics } from "@tenant-ops/rest/learning";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse } from "../courses/courses.store.js";
import { calculateEnrollmentStats, calculateExamResults } from "./statistics.rules.js";
import { countByStatus, countExams } from "./statistics.store.js";

/** Counts and rates of sessions and exams. Without a course they are of all courses. */
export const statistics = defineNoun({
  api: LearningService,

  rpcs: (_, { scope }) => ({
    getEnrollmentStats: async ({ courseId, dateFrom, dateTo }, call) =>
      readEnrollmentStats(scope(call), courseId, parseDateRange(dateFrom, dateTo, call.timeZone)),
    getExamResults: async ({ courseId }, call) => readExamResults(scope(call), courseId),
  }),

  // The names are those of the specification.
  http(app, _, { scope }) {
    bindRoute(app, getEnrollmentStatistics, async ({ call, query: { courseId, dateFrom, dateTo } }) => {
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      const stats = await readEnrollmentStats(scope(call), courseId, range);
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
      const results = await readExamResults(scope(call), courseId);
      return {
        total_exams_started: results.totalExamsStarted,
        total_exams_completed: results.totalExamsCompleted,
        pass_rate: results.passRate,
        average_score: results.averageScore,
      };
    });
  },
});

async function readEnrollmentStats(scope: Scope, courseId: string, startedAt: DateRange) {
  await requireCourseIfGiven(scope, courseId);
  return calculateEnrollmentStats(await countByStatus(scope, courseId, startedAt));
}

async function readExamResults(scope: Scope, courseId: string) {
  await requireCourseIfGiven(scope, courseId);
  return calculateExamResults(await countExams(scope, courseId));
}

/** For a course that does not exist, zeros would look like a course without learners. */
async function requireCourseIfGiven(scope: Scope, courseId: string): Promise<void> {
  if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
}
