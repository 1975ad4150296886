import type { RouteReply } from "@tenant-ops/kit/http";
import type { getRoulette, listRoulettes } from "@tenant-ops/rest/roulettes";
import type { Gift } from "../gifts/gifts.types.js";
import { toChances } from "./roulettes.rules.js";
import type { ListedRoulette, PlannedRoulette, Roulette } from "./roulettes.types.js";
import { getSpinsPerVisitor } from "../spins/spins.rules.js";

type RouletteReply = RouteReply<typeof getRoulette>;

/** A roulette as previews and roulettes_get_roulette show it. */
export function toRouletteReply(roulette: PlannedRoulette) {
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

/** A roulette as REST callers see it. */
export function toRouletteRestReply(roulette: Roulette): RouletteReply {
  const chances = toChances(roulette.gifts);
  return {
    ...toSummaryReply(roulette),
    gifts: roulette.gifts.map((gift, index) => toGiftReply(gift, chances[index] ?? 0)),
    timeToWin: roulette.timeToWin,
    timeToLose: roulette.timeToLose,
    textToWin: roulette.textToWin,
    textToLose: roulette.textToLose,
    termsAndConditions: roulette.termsAndConditions,
    time_unit: roulette.timeUnit,
    time_to_expire: roulette.timeToExpire,
    max_wins: roulette.maxWins,
    spinsPerVisitor: getSpinsPerVisitor(roulette),
    country: roulette.country,
  };
}

export function toSummaryReply(roulette: ListedRoulette): RouteReply<typeof listRoulettes>["items"][number] {
  const { _id, name, isActive, typeOfRoulette, totalSpins, createdAt } = roulette;
  return {
    _id,
    name,
    isActive,
    typeOfRoulette: { _id: typeOfRoulette.id, name: typeOfRoulette.name },
    totalSpins,
    createdAt: createdAt.toISOString(),
  };
}

function toGiftReply(gift: Gift, chancePercent: number): RouletteReply["gifts"][number] {
  return {
    value: gift.value,
    message: gift.message,
    probability: gift.probability,
    chancePercent,
    typeOfGift: gift.typeOfGift,
    ...(gift.emoji !== undefined && { emoji: gift.emoji }),
    ...(gift.quantity !== undefined && { quantity: gift.quantity }),
    ...(gift.itemId !== undefined && { item_id: gift.itemId }),
    guaranteedForFirstTimers: gift.guaranteedForFirstTimers,
    winInterval: gift.winInterval,
    ...(gift.fallback !== undefined && { fallback: gift.fallback }),
  };
}
