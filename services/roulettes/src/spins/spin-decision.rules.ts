import { conflict } from "@tenant-ops/kit/errors";
import { findGiftIndexes, type Gift, isLoseGift } from "../gifts/gifts.rules.js";
import { isUsable, type Item } from "../gifts/items.rules.js";
import type { Roulette } from "../roulettes/roulettes.rules.js";
import { createIndexDraw, type Random, toDrawWeights, toPercents } from "./draw.rules.js";
import type { Player } from "./players.rules.js";

/** The records that one spin is decided on. */
export interface SpinFacts {
  roulette: Roulette;
  player: Pick<Player, "spins" | "wins">;
  items: ReadonlyMap<string, Item>;
}

/** The outcome of a draw. */
export interface SpinDecision {
  /** Number of this spin at the roulette, from 1. */
  number: number;
  /** The drawn index, before availability was checked. */
  drawnIndex: number;
  /** The index of the gift that the user gets. */
  giftIndex: number;
  isWin: boolean;
}

/**
 * Decides whether a spin may happen, which gift is drawn, and which gift replaces it when it is not available. The draw uses
 * the published weights of all gifts, available or not: a used-up gift is replaced by its fallback, and the chances of the
 * other gifts do not change.
 * @throws Refusal roulette_inactive, max_wins_reached; nothing is drawn then
 */
export function decideSpin({ roulette, player, items }: SpinFacts, random: Random): SpinDecision {
  if (!roulette.isActive) throw conflict("roulette_inactive", "The roulette is not active.");
  if (player.wins >= roulette.maxWins) {
    const detail = `The user has won ${player.wins} of at most ${roulette.maxWins} prizes here.`;
    throw conflict("max_wins_reached", detail, { max: roulette.maxWins });
  }
  const number = roulette.totalSpins + 1;
  const canWin = (gift: Gift) => isAvailable(gift, number, items);
  const { indexes, weights } = listCandidates(roulette.gifts, player.spins === 0, canWin);
  const drawnIndex = indexes[createIndexDraw(weights)(random)] ?? 0;
  const giftIndex = resolveFallback(roulette.gifts, drawnIndex, canWin);
  const gift = roulette.gifts[giftIndex];
  return { number, drawnIndex, giftIndex, isWin: gift !== undefined && !isLoseGift(gift) };
}

/**
 * A `Perder` gift is always available. Any other gift needs units left, a usable item if it names one, and `winInterval`
 * spins since it was last won.
 */
export function isAvailable(gift: Gift, spinNumber: number, items: ReadonlyMap<string, Item>): boolean {
  if (isLoseGift(gift)) return true;
  if (gift.quantity !== undefined && gift.quantity < 1) return false;
  if (gift.lastWonSpin !== undefined && spinNumber - gift.lastWonSpin <= gift.winInterval) return false;
  if (gift.itemId === undefined) return true;
  const item = items.get(gift.itemId);
  return item !== undefined && isUsable(item);
}

/** A user's first spin draws among the available gifts that are guaranteed for it, if there are any; other spins among all. */
function listCandidates(
  gifts: readonly Gift[],
  isFirstSpin: boolean,
  canWin: (gift: Gift) => boolean,
): { indexes: number[]; weights: number[] } {
  const all = [...gifts.entries()];
  const guaranteed = all.filter(([, gift]) => isFirstSpin && gift.guaranteedForFirstTimers && canWin(gift));
  const candidates = guaranteed.length > 0 ? guaranteed : all;
  return {
    indexes: candidates.map(([index]) => index),
    weights: candidates.map(([, { probability }]) => probability),
  };
}

/** What the chances of the next spin depend on. */
interface ChanceFacts {
  roulette: Pick<Roulette, "gifts" | "totalSpins">;
  player: Pick<Player, "spins">;
  items: SpinFacts["items"];
}

/**
 * The chance of each gift in percent at the next spin of this user: the candidates and fallbacks are those of `decideSpin`. A gift
 * that is not available has none; its chance is part of that of its fallback. Everybody who sees chances sees these.
 */
export function calculateChances({ roulette, player, items }: ChanceFacts): number[] {
  const { gifts, totalSpins } = roulette;
  const canWin = (gift: Gift) => isAvailable(gift, totalSpins + 1, items);
  const { indexes, weights } = listCandidates(gifts, player.spins === 0, canWin);
  const chances = gifts.map(() => 0n);
  toDrawWeights(weights).forEach((weight, position) => {
    const index = resolveFallback(gifts, indexes[position] ?? 0, canWin);
    chances[index] = (chances[index] ?? 0n) + weight;
  });
  return toPercents(chances);
}

/** The drawn gift, or else the first available one along its fallbacks, or else the first `Perder`. */
function resolveFallback(gifts: readonly Gift[], drawnIndex: number, canWin: (gift: Gift) => boolean): number {
  let index: number | undefined = drawnIndex;
  // Fallbacks contain no circle, so a chain of them is never longer than the list of gifts.
  for (let steps = 0; index !== undefined && steps < gifts.length; steps += 1) {
    const gift: Gift | undefined = gifts[index];
    if (gift === undefined) break;
    if (canWin(gift)) return index;
    index = gift.fallback === undefined ? undefined : findGiftIndexes(gifts, gift.fallback)[0];
  }
  return gifts.findIndex(isLoseGift);
}
