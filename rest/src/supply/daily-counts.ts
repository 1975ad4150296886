import { dailyCountsQuery, dailyCountsReply, defineRoute } from "@tenant-ops/kit/http";
import { z } from "zod";
import { count } from "../fields.js";

const counts = z
  .strictObject({
    withdrawals: count.describe("Approved withdrawals."),
    units: count.describe("Units of these withdrawals."),
  })
  .meta({ id: "SupplyCounts" });

export const getSupplyDailyCounts = defineRoute({
  id: "getSupplyDailyCounts",
  method: "GET",
  path: "/v1/public/supply/daily-counts",
  service: "supply",
  caller: "tenant",
  summary: "Count withdrawals per day",
  description: "Withdrawals and their units by the day of their approval, without reading them.",
  query: dailyCountsQuery,
  replies: { 200: { description: "Counts per day", body: dailyCountsReply(counts).meta({ id: "SupplyDailyCounts" }) } },
});
