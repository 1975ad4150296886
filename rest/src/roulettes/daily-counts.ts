import { dailyCountsQuery, dailyCountsReply, defineRoute } from "@tenant-ops/kit/http";
import { z } from "zod";
import { count } from "../fields.js";

const counts = z
  .strictObject({
    spins: count.describe("Completed spins."),
    prizesWon: count.describe("Spins that won a prize."),
    prizesClaimed: count.describe("Prizes that were claimed."),
  })
  .meta({ id: "RouletteCounts" });

export const getRouletteDailyCounts = defineRoute({
  id: "getRouletteDailyCounts",
  method: "GET",
  path: "/v1/public/roulettes/daily-counts",
  service: "roulettes",
  caller: "tenant",
  summary: "Count spins and prizes per day",
  description:
    "Spins and prizes of all roulettes by the day on which they happened: a prize that was won on one day and claimed on the next counts on both.",
  query: dailyCountsQuery,
  replies: {
    200: { description: "Counts per day", body: dailyCountsReply(counts).meta({ id: "RouletteDailyCounts" }) },
  },
});
