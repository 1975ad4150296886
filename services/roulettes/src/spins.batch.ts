import { type BatchedWrite, type Database, newId, type PlannedItem, type WriteScope } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { PrizeWonSchema, SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import type { RandomTape } from "./draw.rules.js";
import type { Gift } from "./gifts.rules.js";
import { findItems, type Item, takeItems } from "./items.store.js";
import { countPlayer, findPlayers, insertPlayer, type Player, playerId } from "./players.store.js";
import { setTimers } from "./prizes.expiry.js";
import { expiryOf } from "./prizes.rules.js";
import { insertPrize, type Prize } from "./prizes.store.js";
import { countSpins, findRoulettes, type Roulette, type SpinCount } from "./roulettes.store.js";
import { decideSpin } from "./spins.rules.js";
import { type DrawnGift, insertSpin, type Spin } from "./spins.store.js";

export interface SpinRequest {
  rouletteId: string;
  userId: string;
  /** The same bytes in every run of the transaction. */
  tape: RandomTape;
}

/** What the spins of a batch find; each one leaves it as the next one will. */
interface SpinState {
  roulettes: Map<string, Roulette>;
  players: Map<string, Player>;
  items: Map<string, Item>;
}

interface SpinPlan {
  spin: Spin;
  prize?: Prize;
  /** A unit of this item goes with the prize. */
  takesItem?: string;
  /** Whether the gift's units are counted. */
  isCounted: boolean;
  isFirstSpin: boolean;
  maxWins: number;
  winsLeft: number;
  text: string;
  animationSeconds: number;
}

/**
 * Spins, many in one transaction. Everybody who spins a roulette changes its record, so spins of one business wait for each
 * other here instead of colliding there; two processes still collide on it, and the database lets one of them go first.
 */
export function spinBatch(db: Database): BatchedWrite<SpinRequest, SpinState, SpinPlan, ReturnType<typeof toAnswer>> {
  return { load, decide, write: (planned) => write(db, planned), reply: toAnswer };
}

async function load(scope: WriteScope, requests: readonly SpinRequest[]): Promise<SpinState> {
  const roulettes = await findRoulettes(
    scope,
    requests.map(({ rouletteId }) => rouletteId),
  );
  const players = await findPlayers(
    scope,
    requests.map(({ rouletteId, userId }) => playerId(rouletteId, userId)),
  );
  const gifts = [...roulettes.values()].flatMap((roulette) => roulette.gifts);
  const items = await findItems(
    scope,
    gifts.flatMap(({ itemId }) => itemId ?? []),
  );
  return { roulettes, players, items };
}

function decide(state: SpinState, { rouletteId, userId, tape }: SpinRequest, scope: WriteScope): SpinPlan {
  const roulette = state.roulettes.get(rouletteId);
  if (!roulette) throw notFound("roulette", rouletteId, { listWith: "roulettes_list_roulettes" });
  const _id = playerId(rouletteId, userId);
  const player = state.players.get(_id) ?? { _id, rouletteId, userId, spins: 0, wins: 0 };
  const decision = decideSpin({ roulette, player, items: state.items }, tape.fromStart());
  const { number, drawnIndex, giftIndex, isWin } = decision;
  const gift = roulette.gifts[giftIndex];
  if (!gift) throw new Error("a spin came up with a gift that is not on the wheel");

  const spin: Spin = {
    _id: newId("spn"),
    rouletteId,
    userId,
    number,
    result: isWin ? "won" : "lost",
    gift: toDrawn(gift, giftIndex),
    drawnIndex,
    createdAt: scope.now,
  };
  const item = isWin && gift.itemId !== undefined ? state.items.get(gift.itemId) : undefined;
  const prize = isWin ? newPrize(roulette, spin, gift, scope.now) : undefined;
  if (prize) spin.prizeId = prize._id;

  // From here on the state is the next spin's.
  roulette.totalSpins = number;
  state.players.set(_id, { ...player, spins: player.spins + 1, wins: player.wins + (isWin ? 1 : 0) });
  if (isWin) {
    gift.lastWonSpin = number;
    if (gift.quantity !== undefined) gift.quantity -= 1;
  }
  if (item?.trackStock) item.availableStock -= 1;

  return {
    spin,
    ...(prize && { prize }),
    ...(item?.trackStock && { takesItem: item._id }),
    isCounted: gift.quantity !== undefined,
    isFirstSpin: player.spins === 0,
    maxWins: roulette.maxWins,
    winsLeft: roulette.maxWins - player.wins - (isWin ? 1 : 0),
    text: isWin ? roulette.textToWin : roulette.textToLose,
    animationSeconds: isWin ? roulette.timeToWin : roulette.timeToLose,
  };
}

function newPrize(roulette: Roulette, spin: Spin, { itemId }: Gift, now: Date): Prize {
  return {
    _id: newId("prz"),
    spinId: spin._id,
    rouletteId: roulette._id,
    userId: spin.userId,
    gift: spin.gift,
    ...(itemId !== undefined && { itemId }),
    status: "won",
    createdAt: now,
    expiresAt: expiryOf(roulette, now),
    claimedAt: null,
    expiredAt: null,
  };
}

function toDrawn({ value, message, emoji, typeOfGift }: Gift, index: number): DrawnGift {
  return { index, value, message, ...(emoji !== undefined && { emoji }), typeOfGift };
}

async function write(db: Database, planned: readonly PlannedItem<SpinPlan>[]): Promise<void> {
  const [first] = planned;
  if (!first) return;
  const { scope } = first;
  const plans = planned.map(({ plan }) => plan);
  // The roulettes first: that is where two processes meet, and the sooner the less work is done twice.
  for (const count of spinCounts(plans)) await countSpins(scope, count);
  for (const [itemId, taken] of groupBy(plans, ({ takesItem }) => takesItem)) {
    await takeItems(scope, itemId, taken.length);
  }
  for (const own of groupBy(plans, ({ spin }) => playerId(spin.rouletteId, spin.userId)).values()) {
    await countSpinsOfPlayer(scope, own);
  }
  await setTimers(
    db,
    plans.flatMap(({ prize }) =>
      prize?.expiresAt ? [{ _id: prize._id, businessId: scope.businessId, dueAt: prize.expiresAt }] : [],
    ),
  );
  for (const { scope: own, plan } of planned) await record(own, plan);
}

function spinCounts(plans: readonly SpinPlan[]): SpinCount[] {
  return [...groupBy(plans, ({ spin }) => spin.rouletteId)].map(([rouletteId, own]) => {
    const wins = groupBy(own, ({ prize, spin }) => (prize ? spin.gift.index : undefined));
    return {
      rouletteId,
      totalSpinsBefore: Math.min(...own.map(({ spin }) => spin.number)) - 1,
      spins: own.length,
      wins: new Map(
        [...wins].map(([index, won]) => [
          index,
          {
            units: won.length,
            isCounted: won.some(({ isCounted }) => isCounted),
            lastWonSpin: Math.max(...won.map(({ spin }) => spin.number)),
          },
        ]),
      ),
    };
  });
}

/** A user's first spin makes their record; all first spins of a batch travel together. */
async function countSpinsOfPlayer(scope: WriteScope, own: readonly SpinPlan[]): Promise<void> {
  const [plan] = own;
  if (!plan) return;
  const { rouletteId, userId } = plan.spin;
  const wins = own.filter(({ prize }) => prize).length;
  const player = { _id: playerId(rouletteId, userId), rouletteId, userId, spins: own.length, wins };
  await (plan.isFirstSpin ? insertPlayer(scope, player) : countPlayer(scope, player, plan.maxWins));
}

/** The spin, its prize, and the news of both. */
async function record(scope: WriteScope, { spin, prize }: SpinPlan): Promise<void> {
  const { _id: spinId, rouletteId, userId, result, gift } = spin;
  const told = { spinId, rouletteId, userId, giftIndex: gift.index, typeOfGift: gift.typeOfGift.name };
  await insertSpin(scope, spin);
  await scope.publish(SpinCompletedSchema, { ...told, result, ...(prize && { prizeId: prize._id }) });
  if (!prize) return;
  await insertPrize(scope, prize);
  await scope.publish(PrizeWonSchema, {
    ...told,
    prizeId: prize._id,
    ...(prize.itemId !== undefined && { itemId: prize.itemId }),
    ...(prize.expiresAt && { expiresAt: prize.expiresAt.toISOString() }),
  });
}

/** What the person who spun gets to know. */
function toAnswer({ spin, prize, text, animationSeconds, winsLeft }: SpinPlan) {
  return {
    spin_id: spin._id,
    result: spin.result,
    gift: spin.gift,
    ...(prize && {
      prize: { prize_id: prize._id, status: prize.status, expires_at: prize.expiresAt?.toISOString() ?? null },
    }),
    text,
    animation_seconds: animationSeconds,
    wins_left: winsLeft,
  };
}

/** Rows by what they have in common, in their order; rows without it are left out. */
function groupBy<T, Key>(rows: readonly T[], keyOf: (row: T) => Key | undefined): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}
