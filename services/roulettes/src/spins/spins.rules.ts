import { toPersonWords } from "@tenant-ops/kit/data";
import { conflict, notFound } from "@tenant-ops/kit/errors";
import type { VisitorRegistration } from "@tenant-ops/kit/pages";
import type { DrawnGift, Gift } from "../gifts/gifts.rules.js";
import type { Item } from "../gifts/items.rules.js";
import { calculateExpiry, type Prize } from "../prizes/prizes.rules.js";
import { requireRoulette, type Roulette } from "../roulettes/roulettes.rules.js";
import type { ReplayableRandom } from "./draw.rules.js";
import { type Player, toPlayerId } from "./players.rules.js";
import { calculateChances, decideSpin } from "./spin-decision.rules.js";

/** A completed spin. It is never changed. */
export interface Spin {
  _id: string;
  rouletteId: string;
  userId: string;
  /** 1, 2, 3 … per roulette, without gaps. */
  number: number;
  result: "won" | "lost";
  gift: DrawnGift;
  /** The index that was drawn. It differs from `gift.index` when the drawn gift was not available. */
  drawnIndex: number;
  prizeId?: string;
  /** null means never; absent when lost. */
  prizeExpiresAt?: Date | null;
  /** Copies of the roulette's values, like the gift: what this user was shown. */
  text: string;
  animationSeconds: number;
  /** Wins that are left to the user after this spin. */
  winsLeft: number;
  /** The browser of a spin on the page; absent for other spins. */
  visitId?: string;
  /** Of the visitor, for searches. */
  words: string[];
  /** Of the visitor of the page; absent for other spins. */
  registration?: VisitorRegistration;
  /** For a spin on the page: the chance of each gift in percent before the spin, so that the page can show the same wheel again. */
  chances?: number[];
  createdAt: Date;
}

export interface SpinRequest {
  rouletteId: string;
  userId: string;
  /** Gives the same bytes in every run of the transaction. */
  random: ReplayableRandom;
  /** Who spins on the page, which has the limit `spinsPerVisitor`. Absent for other spins. */
  visit?: { visitId: string; registration: VisitorRegistration };
}

/** The records that the spins of a batch need. Each spin changes them for the next one of the batch. */
export interface SpinContext {
  roulettes: Map<string, Roulette>;
  players: Map<string, Player>;
  items: Map<string, Item>;
}

/** Picks the records that one request names out of those read for all requests. */
export function selectFacts({ rouletteId, userId }: SpinRequest, { roulettes, players, items }: SpinContext) {
  const _id = toPlayerId(rouletteId, userId);
  const player = players.get(_id) ?? { _id, rouletteId, userId, spins: 0, wins: 0 };
  return { roulette: roulettes.get(rouletteId), player, items };
}

/**
 * Decides one spin.
 * @throws Refusal roulette_not_found, roulette_inactive, max_wins_reached
 */
export function planSpin({ rouletteId, random, visit }: SpinRequest, found: ReturnType<typeof selectFacts>) {
  const facts = { ...found, roulette: requireRoulette(found.roulette, rouletteId) };
  const { roulette, player } = facts;
  if (visit) requireSpinLeft(roulette, player);
  const decision = decideSpin(facts, random.fromStart());
  const gift = roulette.gifts[decision.giftIndex];
  if (!gift) throw new Error("a spin was decided with a gift index that the roulette does not have");
  const ofPage = visit && { ...visit, chances: calculateChances(facts) };
  return { ...decision, roulette, player, gift, ofPage };
}

export type SpinPlan = ReturnType<typeof planSpin>;

/** The ids of a new spin and its prize. */
export interface NewSpinIds {
  spinId: string;
  prizeId: string;
  /** Claim code of the prize. */
  code: string;
}

/** A spin that is to be stored, and everything that is written with it. */
export interface CompletedSpin extends SpinPlan {
  spin: Spin;
  prize?: Prize;
  /** The item of which the prize takes one unit. */
  takesItemId?: string;
}

/** The records of a planned spin. It updates `context` for the next spin of the batch. */
export function completeSpin(plan: SpinPlan, context: SpinContext, ids: NewSpinIds, now: Date): CompletedSpin {
  const { number, drawnIndex, giftIndex, isWin, roulette, player, gift, ofPage } = plan;
  const expiresAt = calculateExpiry(roulette, now);
  const spin: Spin = {
    _id: ids.spinId,
    rouletteId: roulette._id,
    userId: player.userId,
    number,
    result: isWin ? "won" : "lost",
    gift: toDrawnGift(gift, giftIndex),
    drawnIndex,
    ...(isWin && { prizeId: ids.prizeId, prizeExpiresAt: expiresAt }),
    text: isWin ? roulette.textToWin : roulette.textToLose,
    animationSeconds: isWin ? roulette.timeToWin : roulette.timeToLose,
    winsLeft: roulette.maxWins - player.wins - (isWin ? 1 : 0),
    words: toPersonWords(ofPage?.registration ?? {}),
    ...ofPage,
    createdAt: now,
  };
  const item = isWin && gift.itemId !== undefined ? context.items.get(gift.itemId) : undefined;
  applyToContext(context, plan, item);
  return {
    ...plan,
    spin,
    ...(isWin && { prize: createPrize(spin, gift, ids, expiresAt) }),
    ...(item?.trackStock && { takesItemId: item._id }),
  };
}

/** Counts the spin in the records of the batch. */
function applyToContext(
  { players }: SpinContext,
  { number, isWin, roulette, player, gift }: SpinPlan,
  item: Item | undefined,
): void {
  roulette.totalSpins = number;
  players.set(player._id, { ...player, spins: player.spins + 1, wins: player.wins + (isWin ? 1 : 0) });
  if (!isWin) return;
  gift.lastWonSpin = number;
  if (gift.quantity !== undefined) gift.quantity -= 1;
  if (item?.trackStock) item.availableStock -= 1;
}

/** How often a visitor of the page of a roulette may spin it in all; see `Roulette.spinsPerVisitor`. */
export const getSpinsPerVisitor = ({ spinsPerVisitor = 1 }: Pick<Roulette, "spinsPerVisitor">): number =>
  spinsPerVisitor;

/** How often this visitor can spin now. */
export function countSpinsLeft(roulette: Roulette, player: Pick<Player, "spins" | "wins">): number {
  if (!roulette.isActive || player.wins >= roulette.maxWins) return 0;
  return Math.max(0, getSpinsPerVisitor(roulette) - player.spins);
}

/** @throws Refusal max_wins_reached: callers of REST have no limit of spins, so there is no code of its own */
function requireSpinLeft(roulette: Roulette, { spins }: Player): void {
  const max = getSpinsPerVisitor(roulette);
  if (spins >= max) {
    throw conflict("max_wins_reached", `The visitor has spun ${spins} of at most ${max} times here.`, { max });
  }
}

function toDrawnGift({ value, message, emoji, typeOfGift }: Gift, index: number): DrawnGift {
  return { index, value, message, ...(emoji !== undefined && { emoji }), typeOfGift };
}

function createPrize(spin: Spin, { itemId }: Gift, { prizeId, code }: NewSpinIds, expiresAt: Date | null): Prize {
  return {
    _id: prizeId,
    spinId: spin._id,
    rouletteId: spin.rouletteId,
    userId: spin.userId,
    gift: spin.gift,
    ...(itemId !== undefined && { itemId }),
    code,
    words: toPersonWords(spin.registration ?? {}, code, code.replace("-", "")),
    ...(spin.registration && { registration: spin.registration }),
    status: "won",
    createdAt: spin.createdAt,
    expiresAt,
    claimedAt: null,
    expiredAt: null,
  };
}

/** @throws Refusal spin_not_found */
export function requireSpin(found: Spin | null, spinId: string): Spin {
  if (!found) throw notFound("spin", spinId, { listWith: "roulettes_list_spins" });
  return found;
}
