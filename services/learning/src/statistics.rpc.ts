import { type Database, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { requireCourse } from "./courses.rules.js";
import { findCourse } from "./courses.store.js";
import { enrollmentStats, examResults } from "./statistics.rules.js";
import { countByStatus, countExams } from "./statistics.store.js";

type StatisticsRpcs = Pick<RpcHandlers<typeof LearningService>, "getEnrollmentStats" | "getExamResults">;

/** How many learn, complete, pass and are certified. */
export function statisticsRpcs(db: Database): StatisticsRpcs {
  return {
    async getEnrollmentStats({ courseId, dateFrom, dateTo }, call) {
      const scope = db.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      await requireOwn(scope, courseId);
      return enrollmentStats(await countByStatus(scope, courseId, range));
    },

    async getExamResults({ courseId }, call) {
      const scope = db.scope(call);
      await requireOwn(scope, courseId);
      return examResults(await countExams(scope, courseId));
    },
  };
}

/** Zeros for a course that does not exist would look like a course that nobody takes. */
async function requireOwn(scope: Scope, courseId: string): Promise<void> {
  if (courseId) requireCourse(await findCourse(scope, courseId), courseId);
}
