import { create } from "@bufbuild/protobuf";
import type { RouteAnswer, RouteInput } from "@tenant-ops/kit/http";
import {
  type RouletteRequest,
  RouletteRequestSchema,
  type UpdateRouletteRequest,
  UpdateRouletteRequestSchema,
} from "@tenant-ops/proto/roulettes";
import type { createRoulette, getRoulette, listRoulettes, updateRoulette } from "@tenant-ops/rest/roulettes";
import type { Gift } from "../gifts/gifts.types.js";
import { getSpinsPerVisitor } from "../spins/spins.rules.js";
import { toChances } from "./roulettes.rules.js";
import type { ListedRoulette, PlannedRoulette, Roulette } from "./roulettes.types.js";

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

// Roulettes in the bodies of REST requests and answers. The rules take the messages of the tools: a field that is absent in the body is absent
// in the message as well.

type NewRoulette = RouteInput<typeof createRoulette>["body"];
type RouletteAnswer = RouteAnswer<typeof getRoulette>;

export function toRouletteRequest(body: NewRoulette): RouletteRequest {
  const { gifts, typeOfRoulette, time_unit: timeUnit, time_to_expire: timeToExpire, max_wins: maxWins, ...rest } = body;
  const { spinsPerVisitor: _, ...same } = rest;
  return create(RouletteRequestSchema, {
    ...same,
    timeUnit,
    timeToExpire,
    maxWins,
    rouletteTypeId: typeOfRoulette._id,
    rouletteTypeName: typeOfRoulette.name,
    gifts: gifts.map(toGiftInit),
  });
}

function toGiftInit({ item_id: itemId, typeOfGift: { _id: id, name }, ...same }: NewRoulette["gifts"][number]) {
  return { ...same, itemId, typeOfGift: { id, name } };
}

export function toUpdateRequest(
  rouletteId: string,
  body: RouteInput<typeof updateRoulette>["body"],
): UpdateRouletteRequest {
  const { time_unit: timeUnit, time_to_expire: timeToExpire, max_wins: maxWins, spinsPerVisitor: _, ...same } = body;
  return create(UpdateRouletteRequestSchema, { ...same, rouletteId, timeUnit, timeToExpire, maxWins });
}

export function toRouletteBody(roulette: Roulette): RouletteAnswer {
  const chances = toChances(roulette.gifts);
  return {
    ...toSummaryBody(roulette),
    gifts: roulette.gifts.map((gift, index) => toGiftBody(gift, chances[index] ?? 0)),
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

export function toSummaryBody(roulette: ListedRoulette): RouteAnswer<typeof listRoulettes>["items"][number] {
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

function toGiftBody(gift: Gift, chancePercent: number): RouletteAnswer["gifts"][number] {
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
