// The routes that count per day, one for each service with counters. The Home page of the console reads all of them.
import { dailyCountsQuery, dailyCountsReply, defineRoute, type Route } from "@tenant-ops/kit/http";
import * as z from "zod";
import { count } from "./fields.js";

type Described = Pick<Route, "id" | "path" | "service" | "summary"> & { description: string };

/** @param name the beginning of the names of its schemas: `Supply` makes `SupplyCounts` and `SupplyDailyCounts` */
function defineDailyCounts<const R extends Described, Counts extends z.ZodType>(
  name: string,
  route: R,
  fields: Counts,
) {
  const counts = fields.meta({ id: `${name}Counts` });
  const body = dailyCountsReply(counts).meta({ id: `${name}DailyCounts` });
  return defineRoute({
    ...route,
    method: "GET",
    caller: "tenant",
    query: dailyCountsQuery,
    replies: { 200: { description: "Counts per day", body } },
  });
}

export const getSupplyDailyCounts = defineDailyCounts(
  "Supply",
  {
    id: "getSupplyDailyCounts",
    path: "/v1/public/supply/daily-counts",
    service: "supply",
    summary: "Count withdrawals per day",
    description: "Withdrawals and their units by the day of their approval, without reading them.",
  },
  z.strictObject({
    withdrawals: count.describe("Approved withdrawals."),
    units: count.describe("Units of these withdrawals."),
  }),
);

export const getRouletteDailyCounts = defineDailyCounts(
  "Roulette",
  {
    id: "getRouletteDailyCounts",
    path: "/v1/public/roulettes/daily-counts",
    service: "roulettes",
    summary: "Count spins and prizes per day",
    description:
      "Spins and prizes of all roulettes by the day on which they happened: a prize that was won on one day and claimed on the next counts on both.",
  },
  z.strictObject({
    spins: count.describe("Completed spins."),
    prizesWon: count.describe("Spins that won a prize."),
    prizesClaimed: count.describe("Prizes that were claimed."),
  }),
);

export const getLearningDailyCounts = defineDailyCounts(
  "Learning",
  {
    id: "getLearningDailyCounts",
    path: "/v1/public/learning/daily-counts",
    service: "learning",
    summary: "Count enrollments and completions per day",
    description:
      "Of all courses, by the day on which it happened: a course that was begun on one day and completed on the next counts on both.",
  },
  z.strictObject({
    enrollments: count.describe("Sessions that began."),
    completions: count.describe("Sessions that became completed."),
    certificates: count.describe("Certificates that were issued."),
  }),
);

export const getFlowDailyCounts = defineDailyCounts(
  "Flow",
  {
    id: "getFlowDailyCounts",
    path: "/v1/public/flows/daily-counts",
    service: "flows",
    summary: "Count visits and registrations per day",
    description: "Of all flows, as their own counters count: without bots and test runs.",
  },
  z.strictObject({
    visits: count.describe("Opened pages."),
    uniqueVisits: count.describe("Different visitors of a flow and day, where a day of visitors is one in UTC."),
    registrations: count.describe("Completed registrations."),
  }),
);

export const getWebhookDailyCounts = defineDailyCounts(
  "Webhook",
  {
    id: "getWebhookDailyCounts",
    path: "/v1/public/webhooks/daily-counts",
    service: "webhooks",
    summary: "Count deliveries per day",
    description:
      "Deliveries by the day on which they ended. A delivery that is repeated by hand is a delivery of its own.",
  },
  z.strictObject({
    delivered: count.describe("Deliveries that the endpoint accepted."),
    failed: count.describe("Deliveries that ended without being accepted."),
  }),
);
