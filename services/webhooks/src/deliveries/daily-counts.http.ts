import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { getWebhookDailyCounts } from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { dailyCountNames } from "./daily-counts.js";

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, { db, deliveryCounter }: WebhooksContext): void {
  bindRoute(app, getWebhookDailyCounts, async ({ call, query }) => {
    await deliveryCounter.countNow(call.businessId);
    return answerDailyCounts(db, call, dailyCountNames, query);
  });
}
