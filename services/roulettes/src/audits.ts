import { auditNamedRecords, type AuditedRow, type RecordAudit } from "@tenant-ops/kit/data";
import { spinCheckpointCollection } from "./spins/spin-checkpoints.store.js";

interface AuditedRoulette extends AuditedRow {
  totalSpins: number;
  spins: { rows: number; last: number; won: number };
  /** Spins that retention has deleted. */
  removed: { spins: number; last: number };
  prizes: number;
  /** The fewest remaining units of a gift with a limit. Absent without such a gift. */
  fewestUnits?: number;
}

interface AuditedPlayer extends AuditedRow {
  spins: number;
  wins: number;
  removedSpins?: number;
  removedWins?: number;
  counted: { rows: number; won: number };
}

interface AuditedWin extends AuditedRow {
  prizeId?: string;
  hasPrize: boolean;
  isOfSpin: boolean;
}

interface AuditedItem extends AuditedRow {
  availableStock: number;
}

/** The fields that a spin and its prize have in common, by their names in each. */
const wonFields = [
  ["_id", "spinId"],
  ["rouletteId", "rouletteId"],
  ["gift.index", "gift.index"],
] as const;

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
      $lookup: {
        from: spinCheckpointCollection,
        let: { business: "$businessId" },
        localField: "_id",
        foreignField: "_id",
        pipeline: [{ $match: { $expr: ofBusiness } }],
        as: "removed",
      },
    },
    {
      $project: {
        businessId: 1,
        totalSpins: 1,
        removed: { $ifNull: [{ $first: "$removed" }, { spins: 0, last: 0 }] },
        spins: { $ifNull: [{ $first: "$spins" }, { rows: 0, last: 0, won: 0 }] },
        prizes: { $ifNull: [{ $first: "$prizes.rows" }, 0] },
        fewestUnits: { $min: "$gifts.quantity" },
      },
    },
  ],
  findProblems({ totalSpins, removed, spins: { won, ...found }, prizes, fewestUnits }) {
    const problems: string[] = [];
    const rows = found.rows + removed.spins;
    const last = Math.max(found.last, removed.last);
    if (totalSpins !== rows) problems.push(`${totalSpins} spins were counted, ${rows} are there`);
    if (last !== rows) problems.push(`the last spin has the number ${last}, ${rows} are there`);
    if (won !== prizes) problems.push(`${won} spins won, ${prizes} prizes are there`);
    if ((fewestUnits ?? 0) < 0) problems.push(`a gift has ${fewestUnits} units left`);
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
        removedSpins: 1,
        removedWins: 1,
        counted: { $ifNull: [{ $first: "$counted" }, { rows: 0, won: 0 }] },
      },
    },
  ],
  findProblems({ spins, wins, removedSpins = 0, removedWins = 0, counted }) {
    const problems: string[] = [];
    const rows = counted.rows + removedSpins;
    const won = counted.won + removedWins;
    if (spins !== rows) problems.push(`${spins} spins were counted, ${rows} are there`);
    if (wins !== won) problems.push(`${wins} wins were counted, ${won} are there`);
    return problems;
  },
};

const spinAudit = auditNamedRecords({
  records: "roulettes with spins",
  collection: "roulettes",
  namedBy: "spins",
  id: "$rouletteId",
});

/** A player without a record may spin as often again. Its id is that of `toPlayerId`. */
const playerOfSpinAudit = auditNamedRecords({
  records: "players with spins",
  collection: "players",
  namedBy: "spins",
  id: { $concat: ["$rouletteId", "|", "$userId"] },
});

const wonSpinAudit: RecordAudit<AuditedWin> = {
  records: "spins that won",
  collection: "spins",
  subjects: { collection: "spins", stages: [{ $match: { result: "won" } }] },
  stages: [
    {
      $lookup: {
        from: "prizes",
        let: { business: "$businessId" },
        localField: "prizeId",
        foreignField: "_id",
        pipeline: [{ $match: { $expr: ofBusiness } }],
        as: "prize",
      },
    },
    {
      $project: {
        businessId: 1,
        prizeId: 1,
        hasPrize: { $eq: [{ $size: "$prize" }, 1] },
        isOfSpin: { $and: wonFields.map(([spin, prize]) => ({ $eq: [`$${spin}`, { $first: `$prize.${prize}` }] })) },
      },
    },
  ],
  findProblems({ prizeId = "none", hasPrize, isOfSpin }) {
    if (!hasPrize) return [`won, and its prize ${prizeId} does not exist`];
    return isOfSpin ? [] : [`won, and its prize ${prizeId} is of another spin, roulette or gift`];
  },
};

const itemAudit: RecordAudit<AuditedItem> = {
  records: "items",
  collection: "items",
  stages: [{ $project: { businessId: 1, availableStock: 1 } }],
  findProblems: ({ availableStock }) => (availableStock >= 0 ? [] : [`${availableStock} units are in stock`]),
};

const itemOfPrizeAudit = auditNamedRecords({
  records: "items of prizes",
  collection: "items",
  namedBy: "prizes",
  id: "$itemId",
  match: { itemId: { $exists: true } },
});

/**
 * There are as many spins, wins and prizes as roulettes and players have counted, each spin has its player and, when it won, its prize, and no stock is
 * below zero.
 * Stocks of items and gifts have no ledger, so their quantities cannot be recalculated.
 */
export const rouletteAudits = [
  rouletteAudit,
  playerAudit,
  spinAudit,
  playerOfSpinAudit,
  wonSpinAudit,
  itemAudit,
  itemOfPrizeAudit,
] as const;
