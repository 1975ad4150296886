import { defineCollection } from "./collections.types.js";

export const stock = defineCollection({
  name: "stock",
  service: "supply",
  scope: "supply:read",
  meaning: "Units at the centers, by the time at which they came or went.",
  dimensions: ["product", "center"],
  dimensionMeanings: {
    product: "Id of the product, from supply_list_stocks.",
    center: "Id of the center, from supply_list_service_centers.",
  },
  counters: ["held", "received", "handedOut", "lost", "found", "movedIn", "movedOut"],
  levels: ["held"],
  metrics: [
    {
      name: "on_hand",
      unit: "units",
      meaning: "Units at the end of the interval, or now when it is not over.",
      better: "more",
      formula: { kind: "level", counter: "held" },
    },
    {
      name: "received",
      unit: "units",
      meaning: "Units that came from outside, with those that a center began with.",
      better: "more",
      formula: { kind: "sum", counter: "received" },
    },
    {
      name: "handed_out",
      unit: "units",
      meaning: "Units of approved withdrawals.",
      better: "more",
      formula: { kind: "sum", counter: "handedOut" },
    },
    {
      name: "lost",
      unit: "units",
      meaning: "Units that were missing when they were counted.",
      better: "less",
      formula: { kind: "sum", counter: "lost" },
    },
    {
      name: "found",
      unit: "units",
      meaning: "Units that were counted and not in the books.",
      better: "less",
      formula: { kind: "sum", counter: "found" },
    },
    {
      name: "moved_in",
      unit: "units",
      meaning: "Units that came from another center.",
      better: "more",
      formula: { kind: "sum", counter: "movedIn" },
    },
    {
      name: "moved_out",
      unit: "units",
      meaning: "Units that went to another center.",
      better: "more",
      formula: { kind: "sum", counter: "movedOut" },
    },
  ],
});
