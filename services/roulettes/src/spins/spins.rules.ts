import { toPersonWords } from "@tenant-ops/kit/data";
import { conflict, notFound } from "@tenant-ops/kit/errors";
import { createIndexDraw, type Random, toDrawWeights, toPercents } from "./draw.rules.js";
import { findGiftIndexes, isLoseGift } from "../gifts/gifts.rules.js";
import type { DrawnGift, Gift } from "../gifts/gifts.types.js";
import { isUsable } from "../gifts/items.rules.js";
import type { Item } from "../gifts/items.types.js";
import { calculateExpiry } from "../prizes/prizes.rules.js";
import type { Prize } from "../prizes/prizes.types.js";
import { requireRoulette } from "../roulettes/roulettes.rules.js";
import type { Roulette } from "../roulettes/roulettes.types.js";
import type {
  Player,
  Spin,
  SpinContext,
  SpinDecision,
  SpinFacts,
  SpinPlan,
  SpinRequest,
  NewSpinIds,
} from "./spins.types.js";

/** @throws Refusal spin_not_found */
export function requireSpin(found: Spin | null, spinId: string): Spin {
  if (!found) throw notFound("spin", spinId, { listWith: "roulettes_list_spins" });
  return found;
}

/**
 * Plans one spin of a batch and updates `context` for the next one.
 * @param ids for the spin, and for the prize in case of a win
 * @throws Refusal roulette_not_found, roulette_inactive, max_wins_reached; `context` is unchanged then
 */
export function planSpin(
  context: SpinContext,
  { rouletteId, userId, random, visit }: SpinRequest,
  ids: NewSpinIds,
  now: Date,
): SpinPlan {
  const roulette = requireRoulette(context.roulettes.get(rouletteId), rouletteId);
  const _id = toPlayerId(rouletteId, userId);
  const player = context.players.get(_id) ?? { _id, rouletteId, userId, spins: 0, wins: 0 };
  if (visit) requireSpinLeft(roulette, player);
  const facts = { roulette, player, items: context.items };
  const decision = decideSpin(facts, random.fromStart());
  const { number, drawnIndex, giftIndex, isWin } = decision;
  const gift = roulette.gifts[giftIndex];
  if (!gift) throw new Error("a spin was decided with a gift index that the roulette does not have");

  const expiresAt = calculateExpiry(roulette, now);
  const spin: Spin = {
    _id: ids.spinId,
    rouletteId,
    userId,
    number,
    result: isWin ? "won" : "lost",
    gift: toDrawnGift(gift, giftIndex),
    drawnIndex,
    ...(isWin && { prizeId: ids.prizeId, prizeExpiresAt: expiresAt }),
    text: isWin ? roulette.textToWin : roulette.textToLose,
    animationSeconds: isWin ? roulette.timeToWin : roulette.timeToLose,
    winsLeft: roulette.maxWins - player.wins - (isWin ? 1 : 0),
    words: toPersonWords(visit?.registration ?? {}),
    ...(visit && { ...visit, chances: calculateChances(facts) }),
    createdAt: now,
  };
  const item = isWin && gift.itemId !== undefined ? context.items.get(gift.itemId) : undefined;
  const plan: SpinPlan = {
    spin,
    ...(isWin && { prize: createPrize(spin, gift, ids, expiresAt) }),
    ...(item?.trackStock && { takesItemId: item._id }),
    isLimited: gift.quantity !== undefined,
    isFirstSpin: player.spins === 0,
    maxWins: roulette.maxWins,
  };
  applyToContext(context, decision, roulette, player);
  return plan;
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

/** Counts the decided spin in the records of the batch. */
function applyToContext(
  context: SpinContext,
  { number, giftIndex, isWin }: SpinDecision,
  roulette: Roulette,
  player: Player,
): void {
  roulette.totalSpins = number;
  const wins = player.wins + (isWin ? 1 : 0);
  context.players.set(player._id, { ...player, spins: player.spins + 1, wins });
  const gift = roulette.gifts[giftIndex];
  if (!isWin || !gift) return;
  gift.lastWonSpin = number;
  if (gift.quantity !== undefined) gift.quantity -= 1;
  const item = gift.itemId === undefined ? undefined : context.items.get(gift.itemId);
  if (item?.trackStock) item.availableStock -= 1;
}

export const toPlayerId = (rouletteId: string, userId: string): string => `${rouletteId}|${userId}`;

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
