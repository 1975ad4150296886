import { findNamedRecords, type AuditedRow, type RecordAudit } from "@tenant-ops/kit/data";

interface AuditedRoulette extends AuditedRow {
  totalSpins: number;
  spins: { rows: number; last: number; won: number };
  prizes: number;
}

interface AuditedPlayer extends AuditedRow {
  spins: number;
  wins: number;
  counted: { rows: number; won: number };
}

const countWon = { $sum: { $cond: [{ $eq: ["$result", "won"] }, 1, 0] } };
const ofRoulette = { $eq: ["$rouletteId", "$$id"] };
const ofBusiness = { $eq: ["$businessId", "$$business"] };

const rouletteAudit: RecordAudit<AuditedRoulette> = {
  records: "roulettes",
  collection: "roulettes",
  stages: [
    {
      $lookup: {
        from: "spins",
        let: { business: "$businessId", id: "$_id" },
        pipeline: [
          { $match: { $expr: { $and: [ofBusiness, ofRoulette] } } },
          { $group: { _id: null, rows: { $sum: 1 }, last: { $max: "$number" }, won: countWon } },
        ],
        as: "spins",
      },
    },
    {
      $lookup: {
        from: "prizes",
        let: { business: "$businessId", id: "$_id" },
        pipeline: [{ $match: { $expr: { $and: [ofBusiness, ofRoulette] } } }, { $count: "rows" }],
        as: "prizes",
      },
    },
    {
      $project: {
        businessId: 1,
        totalSpins: 1,
        spins: { $ifNull: [{ $first: "$spins" }, { rows: 0, last: 0, won: 0 }] },
        prizes: { $ifNull: [{ $first: "$prizes.rows" }, 0] },
      },
    },
  ],
  findProblems({ totalSpins, spins: { rows, last, won }, prizes }) {
    const problems: string[] = [];
    if (totalSpins !== rows) problems.push(`${totalSpins} spins were counted, ${rows} are there`);
    if (last !== rows) problems.push(`the last spin has the number ${last}, ${rows} are there`);
    if (won !== prizes) problems.push(`${won} spins won, ${prizes} prizes are there`);
    return problems;
  },
};

const playerAudit: RecordAudit<AuditedPlayer> = {
  records: "players",
  collection: "players",
  stages: [
    {
      $lookup: {
        from: "spins",
        let: { business: "$businessId", id: "$rouletteId", user: "$userId" },
        pipeline: [
          { $match: { $expr: { $and: [ofBusiness, ofRoulette, { $eq: ["$userId", "$$user"] }] } } },
          { $group: { _id: null, rows: { $sum: 1 }, won: countWon } },
        ],
        as: "counted",
      },
    },
    {
      $project: {
        businessId: 1,
        spins: 1,
        wins: 1,
        counted: { $ifNull: [{ $first: "$counted" }, { rows: 0, won: 0 }] },
      },
    },
  ],
  findProblems({ spins, wins, counted: { rows, won } }) {
    const problems: string[] = [];
    if (spins !== rows) problems.push(`${spins} spins were counted, ${rows} are there`);
    if (wins !== won) problems.push(`${wins} wins were counted, ${won} are there`);
    return problems;
  },
};

const spinAudit: RecordAudit = {
  records: "roulettes with spins",
  collection: "roulettes",
  subjects: findNamedRecords("spins", "rouletteId"),
  stages: [{ $project: { businessId: 1 } }],
  findProblems: () => [],
};

/** Spins, wins and prizes are as many as roulettes and players have counted. */
export const rouletteAudits = [rouletteAudit, playerAudit, spinAudit] as const;
