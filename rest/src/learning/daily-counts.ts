import { dailyCountsQuery, dailyCountsReply, defineRoute } from "@tenant-ops/kit/http";
import { z } from "zod";
import { count } from "../fields.js";

const counts = z
  .strictObject({
    enrollments: count.describe("Sessions that began."),
    completions: count.describe("Sessions that became completed."),
    certificates: count.describe("Certificates that were issued."),
  })
  .meta({ id: "LearningCounts" });

export const getLearningDailyCounts = defineRoute({
  id: "getLearningDailyCounts",
  method: "GET",
  path: "/v1/public/learning/daily-counts",
  service: "learning",
  caller: "tenant",
  summary: "Count enrollments and completions per day",
  description:
    "Of all courses, by the day on which it happened: a course that was begun on one day and completed on the next counts on both.",
  query: dailyCountsQuery,
  replies: {
    200: { description: "Counts per day", body: dailyCountsReply(counts).meta({ id: "LearningDailyCounts" }) },
  },
});
