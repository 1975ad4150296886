import type { CountSource } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { labelFromField } from "@tenant-ops/kit/rpc";
import { prizes, spins } from "@tenant-ops/rest/analytics";
import { getRouletteDailyCounts } from "@tenant-ops/rest/roulettes";
import { findGiftLabels } from "./gifts/gift-dimensions.js";
import type { Prize } from "./prizes/prizes.rules.js";

/** The counters per day of roulettes, for the whole business. */
export const dailyCountNames = ["spins", "prizesWon", "prizesClaimed"] as const;

/** The value of `toGiftDimensions` as an expression. */
const gift = { $concat: ["$rouletteId", ":", { $toString: "$gift.index" }] };
const hasStatus = (status: Prize["status"]) => ({ $cond: [{ $eq: ["$status", status] }, 1, 0] });

export const countSources: readonly CountSource[] = [
  {
    collection: "spins",
    names: spins.counters,
    counted: spins,
    stages: [
      {
        $project: {
          businessId: 1,
          subject: ["$rouletteId", gift],
          at: "$createdAt",
          spins: { $literal: 1 },
          wins: { $cond: [{ $eq: ["$result", "won"] }, 1, 0] },
        },
      },
    ],
  },
  {
    collection: "prizes",
    names: prizes.counters,
    counted: prizes,
    stages: [
      {
        $project: {
          businessId: 1,
          subject: ["$rouletteId", gift],
          at: "$createdAt",
          won: { $literal: 1 },
          claimed: hasStatus("claimed"),
          expired: hasStatus("expired"),
        },
      },
    ],
  },
  {
    collection: "spins",
    names: ["spins", "prizesWon"],
    stages: [
      {
        $project: {
          businessId: 1,
          subject: "",
          at: "$createdAt",
          spins: { $literal: 1 },
          prizesWon: { $cond: [{ $eq: ["$result", "won"] }, 1, 0] },
        },
      },
    ],
  },
  {
    collection: "prizes",
    names: ["prizesClaimed"],
    stages: [
      { $match: { status: "claimed" } },
      { $project: { businessId: 1, subject: "", at: "$claimedAt", prizesClaimed: { $literal: 1 } } },
    ],
  },
];

const labels = { roulette: labelFromField("roulettes", "name"), gift: findGiftLabels };

/** What roulettes count, per day and for analytics. */
export const dailyCounts = defineNoun({
  counts: countSources,
  analytics: [
    { collection: spins, labels },
    { collection: prizes, labels },
  ],
  http: (app, _, reads) =>
    bindRoute(app, getRouletteDailyCounts, ({ call, query }) => answerDailyCounts(reads, call, dailyCountNames, query)),
});
