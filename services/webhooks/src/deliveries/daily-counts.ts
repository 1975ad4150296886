import { type CountSource, dayMs } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { type AnsweredCollection, labelFromField } from "@tenant-ops/kit/rpc";
import { deliveries } from "@tenant-ops/rest/analytics";
import { getWebhookDailyCounts } from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { keptDays } from "./attempts.store.js";

/** The counters per day of webhooks, for the whole business. */
export const dailyCountNames = ["delivered", "failed"] as const;

const isCounted = { $match: { status: { $in: dailyCountNames }, uncounted: { $ne: true } } };
const outcomes = Object.fromEntries(
  dailyCountNames.map((name) => [name, { $cond: [{ $eq: ["$status", name] }, 1, 0] }]),
);
// Older deliveries are being deleted by their expiry, which is not exact to the minute.
const since = () => new Date(Date.now() - (keptDays - 1) * dayMs);

export const countSources: readonly CountSource[] = [
  {
    collection: "deliveries",
    names: deliveries.counters,
    counted: deliveries,
    stages: [
      isCounted,
      {
        $project: {
          businessId: 1,
          subject: ["$endpointId", "$event"],
          at: "$finishedAt",
          ...outcomes,
          attempts: "$attempt",
        },
      },
    ],
    since,
  },
  {
    collection: "deliveries",
    names: dailyCountNames,
    stages: [
      isCounted,
      {
        $project: {
          businessId: 1,
          subject: "",
          at: "$finishedAt",
          ...outcomes,
        },
      },
    ],
    since,
  },
];

/** What webhooks count for analytics. */
export function createAnalytics({ deliveryCounter }: WebhooksContext): readonly AnsweredCollection[] {
  return [
    {
      collection: deliveries,
      labels: { endpoint: labelFromField("endpoints", "url") },
      prepare: ({ businessId }) => deliveryCounter.countNow(businessId),
    },
  ];
}

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, { db, deliveryCounter }: WebhooksContext): void {
  bindRoute(app, getWebhookDailyCounts, async ({ call, query }) => {
    await deliveryCounter.countNow(call.businessId);
    return answerDailyCounts(db, call, dailyCountNames, query);
  });
}
