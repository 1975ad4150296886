import { conflict } from "@tenant-ops/kit/errors";
import { type Random, wheelOf } from "./draw.rules.js";
import { type Gift, indexesOf, isLose } from "./gifts.rules.js";
import { isUsable } from "./items.rules.js";
import type { Item } from "./items.store.js";
import type { Player } from "./players.store.js";
import type { Roulette } from "./roulettes.store.js";

/** What a spin is decided on, all of it as it is at the same moment. */
export interface FoundForSpin {
  roulette: Roulette;
  player: Pick<Player, "spins" | "wins">;
  items: ReadonlyMap<string, Item>;
}

export interface SpinDecision {
  /** The roulette's how manieth spin this is, from 1. */
  number: number;
  /** What the draw said, before anybody looked whether it is there. */
  drawnIndex: number;
  /** What the user gets. */
  giftIndex: number;
  isWin: boolean;
}

/**
 * Decides a spin: may it happen, what is drawn, is that available, and what stands in if not. The draw is over the published
 * weights of all gifts, whether they are available or not: used-up gifts fall to their fallback, the odds of the others stay.
 * @throws Refusal roulette_inactive, max_wins_reached; nothing is drawn then
 */
export function decideSpin(found: FoundForSpin, random: Random): SpinDecision {
  const { roulette, player } = found;
  if (!roulette.isActive) throw conflict("roulette_inactive", "The roulette is not active.");
  if (player.wins >= roulette.maxWins) {
    throw conflict("max_wins_reached", `The user has won ${player.wins} of at most ${roulette.maxWins} prizes here.`);
  }
  const number = roulette.totalSpins + 1;
  const isThere = (gift: Gift) => isAvailable(gift, number, found.items);
  const drawnIndex = drawGift(roulette.gifts, player.spins === 0, isThere, random);
  const giftIndex = standIn(roulette.gifts, drawnIndex, isThere);
  const gift = roulette.gifts[giftIndex];
  return { number, drawnIndex, giftIndex, isWin: gift !== undefined && !isLose(gift) };
}

/** A `Perder` gift is always there. Any other one has units, an item with stock, and had its rest since it was won. */
export function isAvailable(gift: Gift, spinNumber: number, items: ReadonlyMap<string, Item>): boolean {
  if (isLose(gift)) return true;
  if (gift.quantity !== undefined && gift.quantity < 1) return false;
  if (gift.lastWonSpin !== undefined && spinNumber - gift.lastWonSpin <= gift.winInterval) return false;
  if (gift.itemId === undefined) return true;
  const item = items.get(gift.itemId);
  return item !== undefined && isUsable(item);
}

/** A user's first spin is drawn among the flagged gifts that are there, if any; every other one among all. */
function drawGift(
  gifts: readonly Gift[],
  isFirstSpin: boolean,
  isThere: (gift: Gift) => boolean,
  random: Random,
): number {
  const everything = [...gifts.entries()];
  const flagged = everything.filter(([, gift]) => isFirstSpin && gift.guaranteedForFirstTimers && isThere(gift));
  const candidates = flagged.length > 0 ? flagged : everything;
  const draw = wheelOf(candidates.map(([, { probability }]) => probability));
  return candidates[draw(random)]?.[0] ?? 0;
}

/** The drawn gift, else the first one along its fallbacks that is there, else the first `Perder`. */
function standIn(gifts: readonly Gift[], drawnIndex: number, isThere: (gift: Gift) => boolean): number {
  let index: number | undefined = drawnIndex;
  // Fallbacks have no circle, so a way along them is never longer than the wheel.
  for (let steps = 0; index !== undefined && steps < gifts.length; steps += 1) {
    const gift: Gift | undefined = gifts[index];
    if (gift === undefined) break;
    if (isThere(gift)) return index;
    index = gift.fallback === undefined ? undefined : indexesOf(gifts, gift.fallback)[0];
  }
  return gifts.findIndex(isLose);
}
