import { defineCollection } from "./collections.types.js";

/** The upper bounds of the histogram, in milliseconds. Whatever took longer than the last one is in the last bucket; the gateway ends a call after 10 s. */
const boundsMs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000] as const;

export const durationBuckets = boundsMs.map((to) => ({ counter: `upTo${to}` as const, to }));

/** The lowest number of each step. The last step has no end. */
const stepsFrom = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
  ...[10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000],
] as const;

/**
 * The steps in which the numbers are counted that rules of approvals compare, such as the units of a withdrawal: of a preview without a number, or with
 * 0, none. No metric is made of them. The trial of rules reads them.
 */
export const amountSteps = stepsFrom.map((from) => ({ counter: `amountFrom${from}` as const, from }));

/** The value of `key` for people in the console: nobody is named, not even by the id. */
export const consoleKey = "console";

export const agentCalls = defineCollection({
  name: "agent_calls",
  // The gateway counts them, and hands them over.
  service: "accounts",
  scope: "analytics:read",
  meaning: "Calls of tools by agents, by the time at which they ended; the last seconds are counted later.",
  dimensions: ["tool", "key", "client", "error_code"],
  dimensionMeanings: {
    tool: "Name of the tool; `other` for one that does not exist.",
    key: "Id of the API key or of the connection; its label is the name.",
    client: "The program, as it says itself; `other` beyond 20 names a day, empty when it says nothing.",
    error_code: "Why it was refused; `ok` when it was not.",
  },
  counters: [
    ...(["calls", "writes", "refused", "repeated", "approvals"] as const),
    ...durationBuckets.map(({ counter }) => counter),
    ...amountSteps.map(({ counter }) => counter),
  ],
  metrics: [
    {
      name: "calls",
      unit: "calls",
      meaning: "Calls of tools.",
      better: "more",
      formula: { kind: "sum", counter: "calls" },
    },
    {
      name: "writes",
      unit: "calls",
      meaning: "Of these, writes that were carried out.",
      better: "more",
      formula: { kind: "sum", counter: "writes" },
    },
    {
      name: "refused",
      unit: "calls",
      meaning: "Calls that ended with an error; error_code says which.",
      better: "less",
      formula: { kind: "sum", counter: "refused" },
    },
    {
      name: "repeated",
      unit: "calls",
      meaning: "Calls that got the stored answer of an earlier one and wrote nothing.",
      better: "less",
      formula: { kind: "sum", counter: "repeated" },
    },
    {
      name: "approvals",
      unit: "calls",
      meaning: "Of the writes, those of a preview.",
      better: "more",
      formula: { kind: "sum", counter: "approvals" },
    },
    {
      name: "p50",
      unit: "milliseconds",
      meaning: "Half of the calls took at most as long; those that were refused before they began have no time.",
      better: "less",
      formula: { kind: "percentile", percent: 50, buckets: durationBuckets },
    },
    {
      name: "p95",
      unit: "milliseconds",
      meaning: "95 % of the calls took at most as long; those that were refused before they began have no time.",
      better: "less",
      formula: { kind: "percentile", percent: 95, buckets: durationBuckets },
    },
  ],
});
