import type { CountSource } from "@tenant-ops/kit/data";
import { heldCounter } from "./center-stocks/center-stocks.store.js";

/** The counters per day of supply, for the whole business. */
export const dailyCountNames = ["withdrawals", "units"] as const;

export const countSources: readonly CountSource[] = [
  {
    collection: "withdrawals",
    names: dailyCountNames,
    stages: [
      { $project: { businessId: 1, subject: "", at: "$createdAt", withdrawals: { $literal: 1 }, units: "$quantity" } },
    ],
  },
  {
    collection: "centerStocks",
    names: [heldCounter],
    stages: [{ $project: { businessId: 1, subject: "$stockId", at: null, [heldCounter]: "$currentStock" } }],
  },
];
