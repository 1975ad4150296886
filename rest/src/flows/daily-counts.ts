import { dailyCountsQuery, dailyCountsReply, defineRoute } from "@tenant-ops/kit/http";
import { z } from "zod";
import { count } from "../fields.js";

const counts = z
  .strictObject({
    visits: count.describe("Opened pages."),
    uniqueVisits: count.describe("Different visitors of a flow and day, where a day of visitors is one in UTC."),
    registrations: count.describe("Completed registrations."),
  })
  .meta({ id: "FlowCounts" });

export const getFlowDailyCounts = defineRoute({
  id: "getFlowDailyCounts",
  method: "GET",
  path: "/v1/public/flows/daily-counts",
  service: "flows",
  caller: "tenant",
  summary: "Count visits and registrations per day",
  description: "Of all flows, as their own counters count: without bots and test runs.",
  query: dailyCountsQuery,
  replies: { 200: { description: "Counts per day", body: dailyCountsReply(counts).meta({ id: "FlowDailyCounts" }) } },
});
