import type { RouteReply } from "@tenant-ops/kit/http";
import type { getRoulette, listRoulettes } from "@tenant-ops/rest/roulettes";
import type { Gift } from "../gifts/gifts.types.js";
import type { Item } from "../gifts/items.types.js";
import type { ListedRoulette, PlannedRoulette, Roulette } from "./roulettes.types.js";
import { calculateChances, getSpinsPerVisitor } from "../spins/spins.rules.js";

type RouletteReply = RouteReply<typeof getRoulette>;

/** The business's own items among those that the gifts name, by id. */
type Items = ReadonlyMap<string, Item>;

interface GiftChances {
  chancePercent: number;
  firstSpinChancePercent: number;
}

/** The gifts with their chances of this moment: those of the draw and of the public page. */
function mapGifts<Shown>(
  { gifts, totalSpins = 0 }: Pick<PlannedRoulette, "gifts"> & { totalSpins?: number },
  items: Items,
  toShown: (gift: Gift, chances: GiftChances) => Shown,
): Shown[] {
  const calculate = (spins: number) => calculateChances({ roulette: { gifts, totalSpins }, player: { spins }, items });
  const [first, later] = [calculate(0), calculate(1)];
  return gifts.map((gift, index) =>
    toShown(gift, { chancePercent: later[index] ?? 0, firstSpinChancePercent: first[index] ?? 0 }),
  );
}

/** A roulette as previews and roulettes_get_roulette show it. */
export function toRouletteReply(roulette: PlannedRoulette & { totalSpins?: number }, items: Items) {
  return {
    name: roulette.name,
    gifts: mapGifts(roulette, items, toGift),
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

function toGift(gift: Gift, chances: GiftChances) {
  const { _id: id, name } = gift.typeOfGift;
  return {
    value: gift.value,
    message: gift.message,
    probability: gift.probability,
    ...chances,
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
export function toRouletteRestReply(roulette: Roulette, items: Items): RouletteReply {
  return {
    ...toSummaryReply(roulette),
    gifts: mapGifts(roulette, items, toGiftReply),
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

export function toListedReply(roulette: ListedRoulette): RouteReply<typeof listRoulettes>["items"][number] {
  return { ...toSummaryReply(roulette), soldOutGifts: roulette.soldOutGifts };
}

function toSummaryReply(roulette: Omit<ListedRoulette, "soldOutGifts">) {
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

function toGiftReply(gift: Gift, chances: GiftChances): RouletteReply["gifts"][number] {
  return {
    value: gift.value,
    message: gift.message,
    probability: gift.probability,
    ...chances,
    typeOfGift: gift.typeOfGift,
    ...(gift.emoji !== undefined && { emoji: gift.emoji }),
    ...(gift.quantity !== undefined && { quantity: gift.quantity }),
    ...(gift.itemId !== undefined && { item_id: gift.itemId }),
    guaranteedForFirstTimers: gift.guaranteedForFirstTimers,
    winInterval: gift.winInterval,
    ...(gift.fallback !== undefined && { fallback: gift.fallback }),
  };
}
