import type { Scope } from "@tenant-ops/kit/data";
import type { FoundHistory, HistoryGroup, HistoryKind, HistorySearch } from "@tenant-ops/kit/retention";
import { countRemovedOfPlayers } from "./players.store.js";
import { findPrizes } from "../prizes/prizes.store.js";
import type { Prize } from "../prizes/prizes.rules.js";
import { findNextRoulettes } from "../roulettes/roulettes.store.js";
import { addToCheckpoints } from "./spin-checkpoints.store.js";
import { hasEnded, sumUpSpins } from "./spin-history.rules.js";
import { findSpinsAfter } from "./spins.store.js";
import type { Spin } from "./spins.rules.js";

/** How many roulettes one search reads. */
const roulettesPerSearch = 20;

/** Where the next search starts: after this spin of this roulette, and then at the roulettes after it. */
interface Position {
  createdAt: string;
  rouletteId: string;
  /** 0 when all old spins of the roulette were read. */
  number: number;
}

/** A spin is deleted together with its prize. Players are kept, because limits count their spins. */
export const spinHistory: HistoryKind = {
  name: "spins",
  collections: ["spins", "prizes"],
  timeField: "createdAt",
  find: findOldSpins,
  hasEnded([{ record: spin }, prize], before) {
    return hasEnded(spin as unknown as Spin, prize?.record as unknown as Prize | undefined, before);
  },
  async onRemove(scope, groups) {
    const { ofRoulettes, ofPlayers } = sumUpSpins(groups.map(([{ record }]) => record as unknown as Spin));
    await addToCheckpoints(scope, ofRoulettes);
    await countRemovedOfPlayers(scope, ofPlayers);
    return groups;
  },
};

/** Reads the spins of each roulette in the order of their numbers, which is also the order of their times. */
async function findOldSpins(scope: Scope, { before, after, limit }: HistorySearch): Promise<FoundHistory> {
  const from = after === "" ? undefined : (JSON.parse(after) as Position);
  const current = from && from.number > 0 ? [{ _id: from.rouletteId, createdAt: new Date(from.createdAt) }] : [];
  const roulettes = [...current, ...(await findNextRoulettes(scope, from, roulettesPerSearch))];
  for (const [index, { _id, createdAt }] of roulettes.entries()) {
    const number = index === 0 && current.length > 0 ? (from?.number ?? 0) : 0;
    const spins = await findSpinsAfter(scope, _id, number, limit);
    const firstYoung = spins.findIndex((spin) => spin.createdAt >= before);
    const old = firstYoung === -1 ? spins : spins.slice(0, firstYoung);
    if (old.length === 0) continue;
    const isEnd = old.length < limit;
    const position = { createdAt: createdAt.toISOString(), rouletteId: _id, number: isEnd ? 0 : old.at(-1)?.number };
    return { groups: await addPrizes(scope, old, before), next: JSON.stringify(position) };
  }
  const last = roulettes.at(-1);
  if (roulettes.length - current.length < roulettesPerSearch || !last) return { groups: [], next: undefined };
  const next = { createdAt: last.createdAt.toISOString(), rouletteId: last._id, number: 0 };
  return { groups: [], next: JSON.stringify(next) };
}

/** The spins that have ended, each with its prize. */
async function addPrizes(scope: Scope, spins: readonly Spin[], before: Date): Promise<HistoryGroup[]> {
  const prizes = await findPrizes(
    scope,
    spins.flatMap(({ prizeId }) => prizeId ?? []),
  );
  return spins.flatMap((spin): HistoryGroup[] => {
    const prize = prizes.get(spin.prizeId ?? "");
    if (!hasEnded(spin, prize, before)) return [];
    const ofPrize = prize ? [{ collection: "prizes", record: prize }] : [];
    return [[{ collection: "spins", record: spin }, ...ofPrize]];
  });
}
