import { type CountSource, dayMs } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import { type AnsweredCollection, labelFromField } from "@tenant-ops/kit/rpc";
import { deliveries } from "@tenant-ops/rest/analytics";
import { getWebhookDailyCounts } from "@tenant-ops/rest/webhooks";
import type { WebhooksContext } from "../dependencies.js";
import { keptDays } from "./attempts.store.js";

/** The counters per day of webhooks, for the whole business. */
export const dailyCountNames = ["delivered", "failed"] as const;

const outcomes = Object.fromEntries(
  dailyCountNames.map((name) => [name, { $cond: [{ $eq: ["$status", name] }, 1, 0] }]),
);
const toStages = (subject: unknown, counts: object) => [
  { $match: { status: { $in: dailyCountNames }, uncounted: { $ne: true } } },
  { $project: { businessId: 1, subject, at: "$finishedAt", ...counts } },
];
// Older deliveries are being deleted by their expiry, which is not exact to the minute.
const since = () => new Date(Date.now() - (keptDays - 1) * dayMs);

export const countSources: readonly CountSource[] = [
  {
    collection: "deliveries",
    names: deliveries.counters,
    counted: deliveries,
    stages: toStages(["$endpointId", "$event"], { ...outcomes, attempts: "$attempt" }),
    since,
  },
  { collection: "deliveries", names: dailyCountNames, stages: toStages("", outcomes), since },
];

/** What webhooks count per day. */
export const dailyCounts = defineNoun({
  counts: countSources,
  http: (app, _, reads: Reads & Pick<WebhooksContext, "deliveryCounter">) =>
    bindRoute(app, getWebhookDailyCounts, async ({ call, query }) => {
      await reads.deliveryCounter.countNow(call.businessId);
      return answerDailyCounts(reads, call, dailyCountNames, query);
    }),
});

/** What they count for analytics: it needs the counter of the process, so it is no part of the noun. */
export function createAnalytics({ deliveryCounter }: WebhooksContext): readonly AnsweredCollection[] {
  return [
    {
      collection: deliveries,
      labels: { endpoint: labelFromField("endpoints", "url") },
      prepare: ({ businessId }) => deliveryCounter.countNow(businessId),
    },
  ];
}
