import type { CountSource } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { labelFromField } from "@tenant-ops/kit/rpc";
import { stock, withdrawals } from "@tenant-ops/rest/analytics";
import { getSupplyDailyCounts } from "@tenant-ops/rest/supply";
import { heldCounter } from "./center-stocks/center-stocks.store.js";
import { stockCounts } from "./movements/stock-counts.rules.js";

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
    collection: "withdrawals",
    names: withdrawals.counters,
    counted: withdrawals,
    stages: [
      {
        $project: {
          businessId: 1,
          subject: ["$stockId", "$serviceCenterId", "$withdrawalType"],
          at: "$createdAt",
          count: { $literal: 1 },
          units: "$quantity",
        },
      },
    ],
  },
  {
    collection: "stock_movements",
    names: stock.counters,
    counted: stock,
    stages: [{ $project: { businessId: 1, subject: ["$stockId", "$serviceCenterId"], at: "$at", ...stockCounts } }],
  },
  {
    collection: "centerStocks",
    names: [heldCounter],
    stages: [{ $project: { businessId: 1, subject: "$stockId", at: null, [heldCounter]: "$currentStock" } }],
  },
];

const labels = { product: labelFromField("stocks", "productName"), center: labelFromField("centers", "name") };

/** What supply counts, per day and for analytics. */
export const dailyCounts = defineNoun({
  counts: countSources,
  analytics: [
    { collection: withdrawals, labels },
    { collection: stock, labels },
  ],
  http: (app, _, reads) =>
    bindRoute(app, getSupplyDailyCounts, ({ call, query }) => answerDailyCounts(reads, call, dailyCountNames, query)),
});
