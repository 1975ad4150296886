import { type CountSource, dayMs } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { getWebhookDailyCounts } from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { keptDays } from "./attempts.store.js";

/** The counters per day of webhooks, for the whole business. */
export const dailyCountNames = ["delivered", "failed"] as const;

export const countSources: readonly CountSource[] = [
  {
    collection: "deliveries",
    names: dailyCountNames,
    stages: [
      { $match: { status: { $in: dailyCountNames }, uncounted: { $ne: true } } },
      {
        $project: {
          businessId: 1,
          subject: "",
          at: "$finishedAt",
          ...Object.fromEntries(dailyCountNames.map((name) => [name, { $cond: [{ $eq: ["$status", name] }, 1, 0] }])),
        },
      },
    ],
    // Older deliveries are being deleted by their expiry, which is not exact to the minute.
    since: () => new Date(Date.now() - (keptDays - 1) * dayMs),
  },
];

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, { db, deliveryCounter }: WebhooksContext): void {
  bindRoute(app, getWebhookDailyCounts, async ({ call, query }) => {
    await deliveryCounter.countNow(call.businessId);
    return answerDailyCounts(db, call, dailyCountNames, query);
  });
}
