import { dailyCountsQuery, dailyCountsReply, defineRoute } from "@tenant-ops/kit/http";
import { z } from "zod";
import { count } from "../fields.js";

const counts = z
  .strictObject({
    delivered: count.describe("Deliveries that the endpoint accepted."),
    failed: count.describe("Deliveries that ended without being accepted."),
  })
  .meta({ id: "WebhookCounts" });

export const getWebhookDailyCounts = defineRoute({
  id: "getWebhookDailyCounts",
  method: "GET",
  path: "/v1/public/webhooks/daily-counts",
  service: "webhooks",
  caller: "tenant",
  summary: "Count deliveries per day",
  description:
    "Deliveries by the day on which they ended. A delivery that is repeated by hand is a delivery of its own.",
  query: dailyCountsQuery,
  replies: {
    200: { description: "Counts per day", body: dailyCountsReply(counts).meta({ id: "WebhookDailyCounts" }) },
  },
});
