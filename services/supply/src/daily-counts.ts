import type { CountSource, Database } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { type AnsweredCollection, labelFromField } from "@tenant-ops/kit/rpc";
import { withdrawals } from "@tenant-ops/rest/analytics";
import { getSupplyDailyCounts } from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
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
    collection: "centerStocks",
    names: [heldCounter],
    stages: [{ $project: { businessId: 1, subject: "$stockId", at: null, [heldCounter]: "$currentStock" } }],
  },
];

/** What supply counts for analytics. */
export const analytics: readonly AnsweredCollection[] = [
  {
    collection: withdrawals,
    labels: { product: labelFromField("stocks", "productName"), center: labelFromField("centers", "name") },
  },
];

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getSupplyDailyCounts, ({ call, query }) => answerDailyCounts(db, call, dailyCountNames, query));
}
