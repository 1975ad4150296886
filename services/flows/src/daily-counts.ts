import type { CountSource } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { labelFromField } from "@tenant-ops/kit/rpc";
import { flows } from "@tenant-ops/rest/analytics";
import { getFlowDailyCounts } from "@tenant-ops/rest/flows";

/** The counters per day of flows, for the whole business. */
export const dailyCountNames = ["visits", "uniqueVisits", "registrations"] as const;

/** The totals of flows. */
export const totalNames = ["flows", "activeFlows", ...dailyCountNames] as const;

/**
 * Visits have no records, so of them only the totals can be computed from stored data: from the counters of the flows. Registrations are records, and say
 * under what they are counted.
 */
export const countSources: readonly CountSource[] = [
  {
    collection: "flows",
    names: totalNames,
    stages: [
      {
        $project: {
          businessId: 1,
          subject: "",
          at: { $literal: null },
          flows: { $literal: 1 },
          activeFlows: { $cond: ["$isActive", 1, 0] },
          visits: "$totalVisitCount",
          uniqueVisits: "$uniqueVisitCount",
          registrations: "$completedCount",
        },
      },
    ],
    onlyTotals: true,
  },
  {
    collection: "registrations",
    names: ["registrations"],
    counted: flows,
    stages: [
      { $match: { counted: { $exists: true } } },
      {
        $project: {
          businessId: 1,
          subject: ["$flowId", "$counted.campaign", "$counted.source", "$counted.identity"],
          at: "$counted.at",
          registrations: { $literal: 1 },
        },
      },
    ],
  },
];

/** What flows count, per day and for analytics. */
export const dailyCounts = defineNoun({
  counts: countSources,
  analytics: [{ collection: flows, labels: { flow: labelFromField("flows", "name") } }],
  http: (app, _, reads) =>
    bindRoute(app, getFlowDailyCounts, ({ call, query }) => answerDailyCounts(reads, call, dailyCountNames, query)),
});
