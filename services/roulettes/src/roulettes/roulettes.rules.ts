import { checkAll, notFound } from "@tenant-ops/kit/errors";
import { requireLines, requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import { isFieldSet } from "@bufbuild/protobuf";
import { say, type TemplateSentence } from "@tenant-ops/kit/texts";
import { roulettesSentences as sentences } from "@tenant-ops/proto/sentences/roulettes";
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
  const { gifts } = planned;
  const { id, name: type } = planned.typeOfRoulette;
  const loses = gifts.filter(isLoseGift).length;
  const linked = gifts.filter(({ itemId }) => itemId !== undefined).length;
  const checks = [
    { name: "lose_gift", ok: true, detail: say(sentences.lose_gifts, { loses, gifts: gifts.length }) },
    { name: "gift_types", ok: true, detail: say(sentences.gift_types_known) },
    { name: "roulette_type", ok: true, detail: say(sentences.roulette_type_known, { number: id, type }) },
    { name: "items", ok: true, detail: say(sentences.items_usable, { linked }) },
    { name: "fallbacks", ok: true, detail: say(sentences.fallbacks_lead_on) },
  ];
  const warnings = [
    ...gifts.flatMap((gift, index) => giftWarnings(gift, index, items)),
    ...stockWarnings(gifts, items),
    ...expiryWarnings(planned, request),
  ];
  if (planned.isActive) warnings.push(say(sentences.spun_at_once));
  return { checks, warnings };
}

/** @param index of the gift in its roulette */
export function giftWarnings(gift: Gift, index: number, items: ReadonlyMap<string, Item>): TemplateSentence[] {
  const warnings: TemplateSentence[] = [];
  const { name } = gift.typeOfGift;
  if (gift.probability === 0) {
    const comesUp = gift.guaranteedForFirstTimers ? sentences.only_first_spin : sentences.only_fallback;
    warnings.push(say(comesUp, { index }));
  }
  if (isLoseGift(gift)) {
    if (gift.quantity !== undefined || gift.winInterval > 0) {
      warnings.push(say(sentences.lose_always_available, { index }));
    }
    if (gift.guaranteedForFirstTimers) warnings.push(say(sentences.first_spin_may_lose, { index }));
    return warnings;
  }
  if (gift.quantity === 0) warnings.push(say(sentences.never_won, { index }));
  if (name === "Fisico" && gift.itemId === undefined) warnings.push(say(sentences.no_item, { index }));
  if (gift.itemId !== undefined && items.get(gift.itemId)?.trackStock === false) {
    warnings.push(say(sentences.gift_stock_not_tracked, { index }));
  }
  return warnings;
}

/** Several gifts may name the same item, so their quantities are added up. */
export function stockWarnings(gifts: readonly Gift[], items: ReadonlyMap<string, Item>): TemplateSentence[] {
  return [...items.values()].flatMap(({ _id, availableStock }) => {
    const wanted = gifts.reduce((total, gift) => total + (gift.itemId === _id ? (gift.quantity ?? 0) : 0), 0);
    if (wanted <= availableStock) return [];
    return [say(sentences.more_than_in_stock, { wanted, id: _id, stock: availableStock })];
  });
}

function expiryWarnings(
  { prizesExpire, typeOfRoulette }: PlannedRoulette,
  request: RouletteRequest,
): TemplateSentence[] {
  const { timeUnit, timeToExpire } = RouletteRequestSchema.field;
  const asked = isFieldSet(request, timeUnit) || isFieldSet(request, timeToExpire);
  if (prizesExpire || !asked) return [];
  return [say(sentences.no_expiry, { type: typeOfRoulette.name })];
}
