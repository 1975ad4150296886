import { type CountSource, dayMs } from "@tenant-ops/kit/data";
import { keptDays } from "./attempts.store.js";

/** The counters per day of webhooks, for the whole business. */
export const dailyCountNames = ["delivered", "failed"] as const;

export const countSources: readonly CountSource[] = [
  {
    collection: "deliveries",
    names: dailyCountNames,
    stages: [
      { $match: { status: { $in: dailyCountNames }, uncounted: { $ne: true } } },
      {
        $project: {
          businessId: 1,
          subject: "",
          at: "$finishedAt",
          ...Object.fromEntries(dailyCountNames.map((name) => [name, { $cond: [{ $eq: ["$status", name] }, 1, 0] }])),
        },
      },
    ],
    // Older deliveries are being deleted by their expiry, which is not exact to the minute.
    since: () => new Date(Date.now() - (keptDays - 1) * dayMs),
  },
];
