import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { getEnrollmentStatistics, getExamStatistics } from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { readEnrollmentStats, readExamResults } from "./statistics.reads.js";

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
