import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { readEnrollmentStats, readExamResults } from "./statistics.http.js";

type StatisticsRpcs = Pick<RpcHandlers<typeof LearningService>, "getEnrollmentStats" | "getExamResults">;

/** Counts and rates of sessions and exams. */
export function statisticsRpcs(db: Database): StatisticsRpcs {
  return {
    async getEnrollmentStats({ courseId, dateFrom, dateTo }, call) {
      return readEnrollmentStats(db.scope(call), courseId, parseDateRange(dateFrom, dateTo, call.timeZone));
    },

    async getExamResults({ courseId }, call) {
      return readExamResults(db.scope(call), courseId);
    },
  };
}
