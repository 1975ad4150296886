import type { CountSource } from "@tenant-ops/kit/data";

/** The counters per day of roulettes, for the whole business. */
export const dailyCountNames = ["spins", "prizesWon", "prizesClaimed"] as const;

export const countSources: readonly CountSource[] = [
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
