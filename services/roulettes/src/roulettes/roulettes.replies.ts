import type { Gift } from "../gifts/gifts.types.js";
import { toChances } from "./roulettes.rules.js";
import type { ListedRoulette, PlannedRoulette } from "./roulettes.types.js";

/** A roulette as previews and roulettes_get_roulette show it. */
export function toRouletteAnswer(roulette: PlannedRoulette) {
  const chances = toChances(roulette.gifts);
  return {
    name: roulette.name,
    gifts: roulette.gifts.map((gift, index) => toGift(gift, chances[index] ?? 0)),
    typeOfRoulette: roulette.typeOfRoulette,
    timeToWin: roulette.timeToWin,
    timeToLose: roulette.timeToLose,
    textToWin: roulette.textToWin,
    textToLose: roulette.textToLose,
    termsAndConditions: roulette.termsAndConditions,
    timeUnit: roulette.timeUnit,
    timeToExpire: roulette.timeToExpire,
    maxWins: roulette.maxWins,
    isActive: roulette.isActive,
    country: roulette.country,
  };
}

function toGift(gift: Gift, chancePercent: number) {
  const { _id: id, name } = gift.typeOfGift;
  return {
    value: gift.value,
    message: gift.message,
    probability: gift.probability,
    chancePercent,
    typeOfGift: { id, name },
    emoji: gift.emoji,
    quantity: gift.quantity,
    itemId: gift.itemId,
    guaranteedForFirstTimers: gift.guaranteedForFirstTimers,
    winInterval: gift.winInterval,
    fallback: gift.fallback,
  };
}

export function toRouletteSummary({ _id: id, name, isActive, typeOfRoulette, totalSpins, createdAt }: ListedRoulette) {
  return { id, name, isActive, typeOfRoulette, totalSpins, createdAt: createdAt.toISOString() };
}
