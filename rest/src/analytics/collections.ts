import { agentCalls } from "./agent-calls.js";
import { stock } from "./stock.js";
import { type AnalyticsCollection, defineCollection } from "./collections.types.js";

// What analytics can be asked about. The services count these collections in the transactions that write (docs/analytics.md).

export const withdrawals = defineCollection({
  name: "withdrawals",
  service: "supply",
  scope: "supply:read",
  meaning: "Units that were handed out, by the time of the approval.",
  dimensions: ["product", "center", "type"],
  dimensionMeanings: {
    product: "Id of the product, from supply_list_stocks.",
    center: "Id of the center, from supply_list_service_centers.",
    type: "Type of the withdrawal, such as `insumos`.",
  },
  counters: ["count", "units"],
  metrics: [
    {
      name: "count",
      unit: "withdrawals",
      meaning: "Approved withdrawals.",
      better: "more",
      formula: { kind: "sum", counter: "count" },
    },
    {
      name: "units",
      unit: "units",
      meaning: "Units of these withdrawals.",
      better: "more",
      formula: { kind: "sum", counter: "units" },
    },
  ],
});

const roulette = "Id of the roulette, from roulettes_list_roulettes.";
const gift = "`<roulette>:<index>` of the gift.";

export const spins = defineCollection({
  name: "spins",
  service: "roulettes",
  scope: "roulettes:read",
  meaning: "Completed spins, by the time of the spin.",
  dimensions: ["roulette", "gift"],
  dimensionMeanings: { roulette, gift },
  counters: ["spins", "wins"],
  metrics: [
    {
      name: "spins",
      unit: "spins",
      meaning: "Completed spins.",
      better: "more",
      formula: { kind: "sum", counter: "spins" },
    },
    {
      name: "wins",
      unit: "spins",
      meaning: "Spins that won a prize.",
      better: "more",
      formula: { kind: "sum", counter: "wins" },
    },
    {
      name: "win_rate",
      unit: "percent",
      meaning: "wins ÷ spins.",
      better: "more",
      formula: { kind: "percentage", part: "wins", whole: "spins" },
    },
  ],
});

const untilClaimed = { of: "won", done: ["claimed", "expired"] } as const;

export const prizes = defineCollection({
  name: "prizes",
  service: "roulettes",
  scope: "roulettes:read",
  meaning:
    "Prizes, by the time at which they were won: a prize that is claimed later counts on the day on which it was won.",
  dimensions: ["roulette", "gift"],
  dimensionMeanings: { roulette, gift },
  counters: ["won", "claimed", "expired"],
  metrics: [
    {
      name: "won",
      unit: "prizes",
      meaning: "Prizes that were won.",
      better: "more",
      formula: { kind: "sum", counter: "won" },
    },
    {
      name: "claimed",
      unit: "prizes",
      meaning: "Prizes won at that time and claimed by now.",
      better: "more",
      formula: { kind: "sum", counter: "claimed" },
      matures: untilClaimed,
    },
    {
      name: "expired",
      unit: "prizes",
      meaning: "Prizes won at that time and expired by now.",
      better: "less",
      formula: { kind: "sum", counter: "expired" },
      matures: untilClaimed,
    },
    {
      name: "claim_rate",
      unit: "percent",
      meaning: "claimed ÷ won.",
      better: "more",
      formula: { kind: "percentage", part: "claimed", whole: "won" },
      matures: untilClaimed,
    },
  ],
});

const untilCompleted = { of: "started", done: ["completed"] } as const;

export const enrollments = defineCollection({
  name: "enrollments",
  service: "learning",
  scope: "learning:read",
  meaning:
    "Sessions of students, by the time at which they began: a course that is completed later counts on the day on which it was begun.",
  dimensions: ["course"],
  dimensionMeanings: { course: "Id of the course, from learning_list_courses." },
  counters: ["started", "completed", "certified", "examsHandedIn", "examsPassed", "scores"],
  metrics: [
    {
      name: "started",
      unit: "sessions",
      meaning: "Sessions that began.",
      better: "more",
      formula: { kind: "sum", counter: "started" },
    },
    {
      name: "completed",
      unit: "sessions",
      meaning: "Of these, completed by now; certified ones are completed too.",
      better: "more",
      formula: { kind: "sum", counter: "completed" },
      matures: untilCompleted,
    },
    {
      name: "certified",
      unit: "sessions",
      meaning: "Of these, certified by now.",
      better: "more",
      formula: { kind: "sum", counter: "certified" },
      matures: { of: "started", done: ["certified"] },
    },
    {
      name: "completion_rate",
      unit: "percent",
      meaning: "completed ÷ started.",
      better: "more",
      formula: { kind: "percentage", part: "completed", whole: "started" },
      matures: untilCompleted,
    },
    {
      name: "certification_rate",
      unit: "percent",
      meaning: "certified ÷ started.",
      better: "more",
      formula: { kind: "percentage", part: "certified", whole: "started" },
      matures: { of: "started", done: ["certified"] },
    },
    {
      name: "exam_pass_rate",
      unit: "percent",
      meaning: "Sessions that handed in an exam and are completed ÷ sessions that handed in an exam.",
      better: "more",
      formula: { kind: "percentage", part: "examsPassed", whole: "examsHandedIn" },
      matures: untilCompleted,
    },
    {
      name: "mean_score",
      unit: "points",
      meaning: "Mean of the best scores of the sessions that handed in an exam.",
      better: "more",
      formula: { kind: "mean", sum: "scores", count: "examsHandedIn" },
      matures: untilCompleted,
    },
  ],
});

export const flows = defineCollection({
  name: "flows",
  service: "flows",
  scope: "flows:read",
  meaning: "Visits and registrations of the pages of flows, by their time, without bots and test runs.",
  dimensions: ["flow", "campaign", "source", "identity"],
  dimensionMeanings: {
    flow: "Id of the flow; its label is the name.",
    campaign: "Campaign (utm_campaign) that the flow had at that time; empty without one.",
    source: "Where the visitor came from when the page was first opened that day: `direct`, `instagram`, `email` …",
    identity:
      "How the visitor was recognised: `proof` of a phone, e-mail address or account, `cookie` of a proof that was begun or of a registration with further steps, or `neither`. Visits and registrations count under what was known by then, visitors under the strongest until they register.",
  },
  counters: ["visits", "uniqueVisits", "registrations"],
  metrics: [
    {
      name: "visits",
      unit: "visits",
      meaning: "Opened pages.",
      better: "more",
      formula: { kind: "sum", counter: "visits" },
    },
    {
      name: "unique_visitors",
      unit: "visitors",
      meaning: "Different visitors of a flow and day in UTC, answered by the day only.",
      better: "more",
      formula: { kind: "distinct", counter: "uniqueVisits" },
    },
    {
      name: "registrations",
      unit: "registrations",
      meaning: "Completed registrations.",
      better: "more",
      formula: { kind: "sum", counter: "registrations" },
    },
    {
      name: "conversion",
      unit: "percent",
      meaning: "registrations ÷ visitors of each flow and day.",
      better: "more",
      formula: { kind: "percentage", part: "registrations", whole: "uniqueVisits" },
    },
  ],
});

export const deliveries = defineCollection({
  name: "webhooks",
  service: "webhooks",
  scope: "webhooks:read",
  meaning: "Webhook deliveries, by the time at which they ended.",
  dimensions: ["endpoint", "event"],
  dimensionMeanings: {
    endpoint: "Id of the endpoint; its label is the address.",
    event: "Type of the event, such as `prize.won`.",
  },
  counters: ["delivered", "failed", "attempts"],
  metrics: [
    {
      name: "delivered",
      unit: "deliveries",
      meaning: "Deliveries that the endpoint accepted.",
      better: "more",
      formula: { kind: "sum", counter: "delivered" },
    },
    {
      name: "failed",
      unit: "deliveries",
      meaning: "Deliveries that ended without being accepted.",
      better: "less",
      formula: { kind: "sum", counter: "failed" },
    },
    {
      name: "attempts",
      unit: "attempts",
      meaning: "Attempts of these deliveries.",
      better: "less",
      formula: { kind: "sum", counter: "attempts" },
    },
  ],
});

/** In the order of the documentation. */
export const analyticsCollections: readonly AnalyticsCollection[] = [
  withdrawals,
  stock,
  spins,
  prizes,
  enrollments,
  flows,
  deliveries,
  agentCalls,
];
