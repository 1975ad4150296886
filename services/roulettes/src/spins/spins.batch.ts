import { randomBytes } from "node:crypto";
import { type BatchedWrite, type Database, newId, type PlannedWrite, type WriteScope } from "@tenant-ops/kit/data";
import { PrizeWonSchema, SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { countPrize, toGiftDimensions } from "../gifts/gift-dimensions.js";
import { spins } from "@tenant-ops/rest/analytics";
import { createClaimCode } from "../prizes/claim-codes.rules.js";
import { findItems, takeItems } from "../gifts/items.store.js";
import { findPlayers, incrementPlayer, insertPlayer } from "./players.store.js";
import { insertPrize, insertPrizeTimers } from "../prizes/prizes.store.js";
import { findRoulettes, recordSpins } from "../roulettes/roulettes.store.js";
import type { SpinTotals } from "../roulettes/roulettes.types.js";
import { type SpinReply, toSpinReply } from "./spins.replies.js";
import { planSpin, toPlayerId } from "./spins.rules.js";
import { insertSpin } from "./spins.store.js";
import type { NewSpinIds, SpinContext, SpinPlan, SpinRequest } from "./spins.types.js";

/**
 * Carries out spins, many in one transaction. Every spin changes the record of its roulette, so parallel transactions of one
 * business would conflict; here its spins share one. Spins in two processes can still conflict, and then one of them retries.
 */
export function spinBatch(db: Database): BatchedWrite<SpinRequest, SpinContext, SpinPlan, SpinReply> {
  return {
    load,
    decide: (context, request, { now }) => planSpin(context, request, createIds(), now),
    write: (planned) => write(db, planned),
    reply: ({ spin }) => toSpinReply(spin),
  };
}

function createIds(): NewSpinIds {
  return { spinId: newId("spn"), prizeId: newId("prz"), code: createClaimCode(randomBytes) };
}

/** The reads run one after another, as MongoDB requires inside a transaction. */
async function load(scope: WriteScope, requests: readonly SpinRequest[]): Promise<SpinContext> {
  const roulettes = await findRoulettes(
    scope,
    requests.map(({ rouletteId }) => rouletteId),
  );
  const players = await findPlayers(
    scope,
    requests.map(({ rouletteId, userId }) => toPlayerId(rouletteId, userId)),
  );
  const gifts = [...roulettes.values()].flatMap((roulette) => roulette.gifts);
  const items = await findItems(
    scope,
    gifts.flatMap(({ itemId }) => itemId ?? []),
  );
  return { roulettes, players, items };
}

async function write(db: Database, planned: readonly PlannedWrite<SpinPlan>[]): Promise<void> {
  const [first] = planned;
  if (!first) return;
  const { scope } = first;
  const plans = planned.map(({ plan }) => plan);
  // The roulettes first, because two processes conflict there: the earlier the conflict, the less work is repeated.
  for (const totals of toSpinTotals(plans)) await recordSpins(scope, totals);
  for (const [itemId, taken] of groupBy(plans, ({ takesItemId }) => takesItemId)) {
    await takeItems(scope, itemId, taken.length);
  }
  for (const plansOfPlayer of groupBy(plans, ({ spin }) => toPlayerId(spin.rouletteId, spin.userId)).values()) {
    await countForPlayer(scope, plansOfPlayer);
  }
  await insertPrizeTimers(
    db,
    plans.flatMap(({ prize }) =>
      prize?.expiresAt ? [{ _id: prize._id, businessId: scope.businessId, dueAt: prize.expiresAt }] : [],
    ),
  );
  for (const { scope: ownScope, plan } of planned) await insertAndPublish(ownScope, plan);
}

function toSpinTotals(plans: readonly SpinPlan[]): SpinTotals[] {
  return [...groupBy(plans, ({ spin }) => spin.rouletteId)].map(([rouletteId, ofRoulette]) => {
    const winsByGift = groupBy(ofRoulette, ({ prize, spin }) => (prize ? spin.gift.index : undefined));
    return {
      rouletteId,
      totalSpinsBefore: Math.min(...ofRoulette.map(({ spin }) => spin.number)) - 1,
      spins: ofRoulette.length,
      wins: new Map([...winsByGift].map(([index, wins]) => [index, toWinTotals(wins)])),
    };
  });
}

function toWinTotals(wins: readonly SpinPlan[]) {
  return {
    units: wins.length,
    isLimited: wins.some(({ isLimited }) => isLimited),
    lastWonSpin: Math.max(...wins.map(({ spin }) => spin.number)),
  };
}

/** Counts the spins of one user. The first spin inserts the record; all inserts of a batch are sent in one command. */
async function countForPlayer(scope: WriteScope, plans: readonly SpinPlan[]): Promise<void> {
  const [plan] = plans;
  if (!plan) return;
  const { rouletteId, userId } = plan.spin;
  const wins = plans.filter(({ prize }) => prize).length;
  const player = { _id: toPlayerId(rouletteId, userId), rouletteId, userId, spins: plans.length, wins };
  await (plan.isFirstSpin ? insertPlayer(scope, player) : incrementPlayer(scope, player, plan.maxWins));
}

async function insertAndPublish(scope: WriteScope, { spin, prize }: SpinPlan): Promise<void> {
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
