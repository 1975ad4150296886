import type { RouteReply } from "@tenant-ops/kit/http";
import type { getRoulette, listRoulettes } from "@tenant-ops/rest/roulettes";
import type { Gift } from "../gifts/gifts.rules.js";
import type { Item } from "../gifts/items.rules.js";
import { calculateChances } from "../spins/spin-decision.rules.js";
import { getSpinsPerVisitor } from "../spins/spins.rules.js";
import type { PlannedRoulette, Roulette } from "./roulettes.rules.js";
import type { ListedRoulette } from "./roulettes.store.js";

type RouletteReply = RouteReply<typeof getRoulette>;

interface GiftChances {
  chancePercent: number;
  firstSpinChancePercent: number;
}

/** A roulette with the chances of its gifts at one moment: those of the draw and of the public page. */
export type WithChances<Shown extends PlannedRoulette> = Omit<Shown, "gifts"> & { gifts: (Gift & GiftChances)[] };

/** @param items the business's own items among those that the gifts name, by id */
export function addChances<Shown extends PlannedRoulette & { totalSpins?: number }>(
  { gifts, ...roulette }: Shown,
  items: ReadonlyMap<string, Item>,
): WithChances<Shown> {
  const { totalSpins = 0 } = roulette;
  const calculate = (spins: number) => calculateChances({ roulette: { gifts, totalSpins }, player: { spins }, items });
  const [first, later] = [calculate(0), calculate(1)];
  const withChances = gifts.map((gift, index) => ({
    ...gift,
    chancePercent: later[index] ?? 0,
    firstSpinChancePercent: first[index] ?? 0,
  }));
  return { ...roulette, gifts: withChances };
}

/** A roulette as previews and roulettes_get_roulette show it. In messages the `_id` of a gift type is called `id`. */
export function toRouletteReply<Shown extends WithChances<PlannedRoulette>>({ gifts, ...roulette }: Shown) {
  const shown = gifts.map(({ typeOfGift: { _id: id, name }, ...gift }) => ({ ...gift, typeOfGift: { id, name } }));
  return { ...roulette, gifts: shown };
}

export function toRouletteSummary({ _id: id, name, isActive, typeOfRoulette, totalSpins, createdAt }: ListedRoulette) {
  return { id, name, isActive, typeOfRoulette, totalSpins, createdAt: createdAt.toISOString() };
}

/** A roulette as REST callers see it. */
export function toRouletteRestReply(roulette: WithChances<Roulette>): RouletteReply {
  return {
    ...toSummaryReply(roulette),
    gifts: roulette.gifts.map(toGiftReply),
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

function toGiftReply(gift: Gift & GiftChances): RouletteReply["gifts"][number] {
  return {
    value: gift.value,
    message: gift.message,
    probability: gift.probability,
    chancePercent: gift.chancePercent,
    firstSpinChancePercent: gift.firstSpinChancePercent,
    typeOfGift: gift.typeOfGift,
    ...(gift.emoji !== undefined && { emoji: gift.emoji }),
    ...(gift.quantity !== undefined && { quantity: gift.quantity }),
    ...(gift.itemId !== undefined && { item_id: gift.itemId }),
    guaranteedForFirstTimers: gift.guaranteedForFirstTimers,
    winInterval: gift.winInterval,
    ...(gift.fallback !== undefined && { fallback: gift.fallback }),
  };
}
