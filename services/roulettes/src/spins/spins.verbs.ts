import { randomBytes } from "node:crypto";
import { type Database, newId, type PlannedWrite, type WriteScope } from "@tenant-ops/kit/data";
import { defineBatchedVerb, type VerbContext } from "@tenant-ops/kit/verbs";
import { PrizeWonSchema, SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { spins } from "@tenant-ops/rest/analytics";
import { countPrize, toGiftDimensions } from "../gifts/gift-dimensions.js";
import { findItemsOfGifts, takeItems } from "../gifts/items.store.js";
import { createClaimCode } from "../prizes/claim-codes.rules.js";
import { insertPrize, insertPrizeTimers } from "../prizes/prizes.store.js";
import { findRoulettes, recordSpins, type SpinTotals } from "../roulettes/roulettes.store.js";
import { toPlayerId } from "./players.rules.js";
import { findPlayers, incrementPlayer, insertPlayer } from "./players.store.js";
import {
  type CompletedSpin,
  completeSpin,
  type NewSpinIds,
  planSpin,
  selectFacts,
  type SpinContext,
  type SpinRequest,
} from "./spins.rules.js";
import { insertSpin } from "./spins.store.js";

/**
 * Spins a roulette. Every spin changes the record of its roulette, so parallel transactions of one business would conflict; here its spins share one.
 * Spins in two processes can still conflict, and then one of them retries.
 */
export const spinRoulette = defineBatchedVerb(({ db }: VerbContext) => ({
  async load(scope, requests: readonly SpinRequest[]): Promise<SpinContext> {
    const roulettes = await findRoulettes(
      scope,
      requests.map(({ rouletteId }) => rouletteId),
    );
    const players = await findPlayers(
      scope,
      requests.map(({ rouletteId, userId }) => toPlayerId(rouletteId, userId)),
    );
    const gifts = [...roulettes.values()].flatMap((roulette) => roulette.gifts);
    return { roulettes, players, items: await findItemsOfGifts(scope, gifts) };
  },
  select: selectFacts,
  plan: planSpin,
  change: (plan, _, context, { now }) => completeSpin(plan, context, createIds(), now),
  write: (completed) => writeCompleted(db, completed),
  reply: ({ spin }) => spin,
}));

function createIds(): NewSpinIds {
  return { spinId: newId("spn"), prizeId: newId("prz"), code: createClaimCode(randomBytes) };
}

async function writeCompleted(db: Database, planned: readonly PlannedWrite<CompletedSpin>[]): Promise<void> {
  const [first] = planned;
  if (!first) return;
  const { scope } = first;
  const completed = planned.map(({ plan }) => plan);
  // The roulettes first, because two processes conflict there: the earlier the conflict, the less work is repeated.
  for (const totals of toSpinTotals(completed)) await recordSpins(scope, totals);
  for (const [itemId, taken] of groupBy(completed, ({ takesItemId }) => takesItemId)) {
    await takeItems(scope, itemId, taken.length);
  }
  for (const ofPlayer of groupBy(completed, ({ player }) => player._id).values()) await countForPlayer(scope, ofPlayer);
  await insertPrizeTimers(
    db,
    completed.flatMap(({ prize }) =>
      prize?.expiresAt ? [{ _id: prize._id, businessId: scope.businessId, dueAt: prize.expiresAt }] : [],
    ),
  );
  for (const { scope: ownScope, plan: spun } of planned) await insertAndPublish(ownScope, spun);
}

function toSpinTotals(completed: readonly CompletedSpin[]): SpinTotals[] {
  return [...groupBy(completed, ({ spin }) => spin.rouletteId)].map(([rouletteId, ofRoulette]) => {
    const winsByGift = groupBy(ofRoulette, ({ isWin, giftIndex }) => (isWin ? giftIndex : undefined));
    return {
      rouletteId,
      totalSpinsBefore: Math.min(...ofRoulette.map(({ number }) => number)) - 1,
      spins: ofRoulette.length,
      wins: new Map([...winsByGift].map(([index, wins]) => [index, toWinTotals(wins)])),
    };
  });
}

function toWinTotals(wins: readonly CompletedSpin[]) {
  return {
    units: wins.length,
    isLimited: wins.some(({ gift }) => gift.quantity !== undefined),
    lastWonSpin: Math.max(...wins.map(({ number }) => number)),
  };
}

/** Counts the spins of one user. The first spin inserts the record; all inserts of a batch are sent in one command. */
async function countForPlayer(scope: WriteScope, completed: readonly CompletedSpin[]): Promise<void> {
  const [first] = completed;
  if (!first) return;
  const { _id, rouletteId, userId, spins: before } = first.player;
  const player = {
    _id,
    rouletteId,
    userId,
    spins: completed.length,
    wins: completed.filter(({ isWin }) => isWin).length,
  };
  await (before === 0 ? insertPlayer(scope, player) : incrementPlayer(scope, player, first.roulette.maxWins));
}

async function insertAndPublish(scope: WriteScope, { spin, prize }: CompletedSpin): Promise<void> {
  const { _id: spinId, rouletteId, userId, result, gift } = spin;
  const common = { spinId, rouletteId, userId, giftIndex: gift.index, typeOfGift: gift.typeOfGift.name };
  await insertSpin(scope, spin);
  const wins = prize ? 1 : 0;
  scope.count({ subject: "", at: spin.createdAt, counts: { spins: 1, prizesWon: wins } });
  scope.countIn(spins, toGiftDimensions(spin), spin.createdAt, { spins: 1, wins });
  await scope.publish(SpinCompletedSchema, { ...common, result, ...(prize && { prizeId: prize._id }) });
  if (!prize) return;
  countPrize(scope, prize, { won: 1 });
  await insertPrize(scope, prize);
  await scope.publish(PrizeWonSchema, {
    ...common,
    prizeId: prize._id,
    ...(prize.itemId !== undefined && { itemId: prize.itemId }),
    ...(prize.expiresAt && { expiresAt: prize.expiresAt.toISOString() }),
  });
}

/** Groups rows by a key, in their order. Rows whose key is undefined are left out. */
function groupBy<T, Key>(rows: readonly T[], toKey: (row: T) => Key | undefined): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const row of rows) {
    const key = toKey(row);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}
