import type { Database } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { getLearningDailyCounts } from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { dailyCountNames } from "./daily-counts.js";

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getLearningDailyCounts, ({ call, query }) => answerDailyCounts(db, call, dailyCountNames, query));
}
