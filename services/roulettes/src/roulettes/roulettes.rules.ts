import { checkAll, notFound } from "@tenant-ops/kit/errors";
import { requireLines, requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import { isFieldSet } from "@bufbuild/protobuf";
import { type RouletteRequest, RouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import { type Catalogue, requireRouletteType } from "../gifts/gift-types.rules.js";
import { type Gift, isLoseGift, planGifts } from "../gifts/gifts.rules.js";
import type { Item } from "../gifts/items.rules.js";

/** The records that a new roulette is checked against. */
export interface RouletteFacts {
  catalogue: Catalogue;
  /** The business's own items among those that the gifts name. */
  items: ReadonlyMap<string, Item>;
  country: string;
}

/** @throws Refusal roulette_not_found */
export function requireRoulette(found: Roulette | null | undefined, rouletteId: string): Roulette {
  if (!found) throw notFound("roulette", rouletteId, { listWith: "roulettes_list_roulettes" });
  return found;
}

/** The roulette that a request describes, before it has an id, a creation time and counters. */
export function planRoulette(request: RouletteRequest, { catalogue, items, country }: RouletteFacts) {
  const { type, ...checked } = checkAll({
    type: () => requireRouletteType(catalogue, request.rouletteTypeId, request.rouletteTypeName),
    name: () => requireText("name", request.name),
    gifts: () => planGifts(request.gifts, catalogue, items),
    textToWin: () => requireLines("text_to_win", request.textToWin),
    textToLose: () => requireLines("text_to_lose", request.textToLose),
    termsAndConditions: () => requireLines("terms_and_conditions", request.termsAndConditions),
  });
  return {
    ...checked,
    typeOfRoulette: { id: type.id, name: type.name },
    timeToWin: request.timeToWin,
    timeToLose: request.timeToLose,
    timeUnit: toTimeUnit(request.timeUnit),
    timeToExpire: request.timeToExpire,
    maxWins: request.maxWins,
    isActive: request.isActive,
    country,
    // Copied from the type, so that a later change of the type does not change prizes already won.
    prizesExpire: type.supportsExpiry,
  };
}

export const toTimeUnit = (given: string): "hours" | "days" => (given === "days" ? "days" : "hours");

export type PlannedRoulette = ReturnType<typeof planRoulette>;

/** Settings of the page of a roulette; tools do not have them. */
export interface PageSettings {
  /** How often a visitor of the page may spin in total. Absent: once. */
  spinsPerVisitor?: number;
}

/** A roulette as it is stored. */
export interface Roulette extends PlannedRoulette, PageSettings {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  /** The time zone of the business when the roulette was created, for the dates on the page. */
  timeZone: string;
  totalSpins: number;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** The checks and warnings of the preview. */
export function reviewRoulette(
  planned: PlannedRoulette,
  request: RouletteRequest,
  items: ReadonlyMap<string, Item>,
): PreviewReview {
  const { gifts, typeOfRoulette } = planned;
  const loses = gifts.filter(isLoseGift).length;
  const linked = gifts.filter(({ itemId }) => itemId !== undefined).length;
  const checks = [
    { name: "lose_gift", ok: true, detail: `${loses} of ${gifts.length} gifts are Perder.` },
    { name: "gift_types", ok: true, detail: "Every typeOfGift is a pair of the catalogue." },
    { name: "roulette_type", ok: true, detail: `${typeOfRoulette.id} is ${typeOfRoulette.name}.` },
    { name: "items", ok: true, detail: `${linked} gifts name an item; each has stock and is enabled in rewards.` },
    { name: "fallbacks", ok: true, detail: "Each fallback names one other gift, without a circle." },
  ];
  const warnings = [
    ...gifts.flatMap((gift, index) => giftWarnings(gift, `gifts[${index}]`, items)),
    ...stockWarnings(gifts, items),
    ...expiryWarnings(planned, request),
  ];
  if (planned.isActive) warnings.push("It can be spun as soon as it is created: is_active is true.");
  return { checks, warnings };
}

/** @param field how the sentences name the gift, such as `gifts[0]` */
export function giftWarnings(gift: Gift, field: string, items: ReadonlyMap<string, Item>): string[] {
  const warnings: string[] = [];
  const { name } = gift.typeOfGift;
  if (gift.probability === 0) {
    const but = gift.guaranteedForFirstTimers ? "on a user's first spin or as a fallback" : "as a fallback";
    warnings.push(`${field} has no chance of its own; it comes up only ${but}.`);
  }
  if (isLoseGift(gift)) {
    if (gift.quantity !== undefined || gift.winInterval > 0) {
      warnings.push(`${field}: quantity and winInterval have no effect on a Perder gift; it is always available.`);
    }
    if (gift.guaranteedForFirstTimers) warnings.push(`${field}: a first spin can be drawn to this Perder gift.`);
    return warnings;
  }
  if (gift.quantity === 0) warnings.push(`${field} can never be won: its quantity is 0.`);
  if (name === "Fisico" && gift.itemId === undefined) {
    warnings.push(`${field} names no item: only its quantity is counted, no stock.`);
  }
  if (gift.itemId !== undefined && items.get(gift.itemId)?.trackStock === false) {
    warnings.push(`${field}: the item's stock is not tracked; wins do not reduce it.`);
  }
  return warnings;
}

/** Several gifts may name the same item, so their quantities are added up. */
export function stockWarnings(gifts: readonly Gift[], items: ReadonlyMap<string, Item>): string[] {
  return [...items.values()].flatMap(({ _id, availableStock }) => {
    const wanted = gifts.reduce((total, gift) => total + (gift.itemId === _id ? (gift.quantity ?? 0) : 0), 0);
    if (wanted <= availableStock) return [];
    return [`${wanted} units of item ${_id} can be won, but only ${availableStock} are in stock.`];
  });
}

function expiryWarnings({ prizesExpire, typeOfRoulette }: PlannedRoulette, request: RouletteRequest): string[] {
  const { timeUnit, timeToExpire } = RouletteRequestSchema.field;
  const asked = isFieldSet(request, timeUnit) || isFieldSet(request, timeToExpire);
  if (prizesExpire || !asked) return [];
  return [
    `Roulettes of type ${typeOfRoulette.name} do not support expiry: time_unit and time_to_expire have no effect.`,
  ];
}
