import type { CountSource, Database } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { getRouletteDailyCounts } from "@tenant-ops/rest/roulettes";
import type { FastifyInstance } from "fastify";

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

/** The REST route of the counters per day. */
export function dailyCountHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, getRouletteDailyCounts, ({ call, query }) => answerDailyCounts(db, call, dailyCountNames, query));
}
