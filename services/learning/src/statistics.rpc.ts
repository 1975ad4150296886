import { type Database, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { requireCourse } from "./courses.rules.js";
import { findCourse } from "./courses.store.js";
import { calculateEnrollmentStats, calculateExamResults } from "./statistics.rules.js";
import { countByStatus, countExams } from "./statistics.store.js";

type StatisticsRpcs = Pick<RpcHandlers<typeof LearningService>, "getEnrollmentStats" | "getExamResults">;

/** Counts and rates of sessions and exams. */
export function statisticsRpcs(db: Database): StatisticsRpcs {
  return {
    async getEnrollmentStats({ courseId, dateFrom, dateTo }, call) {
      const scope = db.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      await requireCourseIfGiven(scope, courseId);
      return calculateEnrollmentStats(await countByStatus(scope, courseId, range));
    },

    async getExamResults({ courseId }, call) {
      const scope = db.scope(call);
      await requireCourseIfGiven(scope, courseId);
      return calculateExamResults(await countExams(scope, courseId));
    },
  };
}

/** For a course that does not exist, zeros would look like a course without learners. */
async function requireCourseIfGiven(scope: Scope, courseId: string): Promise<void> {
  if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
}
