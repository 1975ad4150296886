import type { Database } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { getRouletteDailyCounts } from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";
import { dailyCountNames } from "./daily-counts.js";

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getRouletteDailyCounts, ({ call, query }) => answerDailyCounts(db, call, dailyCountNames, query));
}
