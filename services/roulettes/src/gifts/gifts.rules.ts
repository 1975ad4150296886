import { isFieldSet } from "@bufbuild/protobuf";
import { checkEach, fieldName, invalid, quote, refused, runChecks, wording } from "@tenant-ops/kit/errors";
import { requireLines, requireText } from "@tenant-ops/kit/rpc";
import { type Gift as GiftRequest, GiftSchema } from "@tenant-ops/proto/roulettes";
import { normalizeLines, normalizeText } from "@tenant-ops/kit/texts";
import {
  type Catalogue,
  findGiftType,
  type GiftType,
  type GiftTypeName,
  listGiftTypes,
  requireGiftType,
} from "./gift-types.rules.js";
import { isUsable, type Item, requireItem } from "./items.rules.js";

/** A gift of a roulette. Its index identifies it, because gifts are never added, moved or removed. */
export interface Gift {
  value: string;
  message: string;
  probability: number;
  typeOfGift: { _id: string; name: GiftTypeName };
  emoji?: string;
  /** Remaining units; absent means no limit. */
  quantity?: number;
  itemId?: string;
  guaranteedForFirstTimers: boolean;
  winInterval: number;
  fallback?: string;
  /** Number of the last spin of the roulette that won this gift. */
  lastWonSpin?: number;
}

/** A copy of the gift at the time of the spin. */
export interface DrawnGift extends Pick<Gift, "value" | "message" | "emoji" | "typeOfGift"> {
  index: number;
}

const int32Max = 2_147_483_647;

/**
 * The remaining units after `units` were added, or taken away when it is below 0.
 * @throws Refusal too_few_units, invalid_argument for 0 and for more than can be counted
 */
export function calculateUnitsLeft(left: number, units: number): number {
  if (units === 0) throw invalid("add_units", "is 0, so nothing would change.", "no_change");
  const after = left + units;
  if (after < 0) {
    const detail = wording`${fieldName("add_units")}: ${-units} would be taken away; ${left} are left.`;
    throw refused("too_few_units", detail, { requested: -units, left }, "add_units");
  }
  if (after > int32Max) {
    const detail = `${left} are left; at most ${int32Max} can be counted.`;
    throw invalid("add_units", detail, "too_large", { max: int32Max - left });
  }
  return after;
}

export const isLoseGift = (gift: Gift): boolean => gift.typeOfGift.name === "Perder";

/**
 * The gifts of a new roulette. The preview and the write use this rule.
 * @param items the business's own items among those that the gifts name
 * @throws Refusal that says what is wrong with all gifts
 */
export function planGifts(
  requests: readonly GiftRequest[],
  catalogue: Catalogue,
  items: ReadonlyMap<string, Item>,
): Gift[] {
  const gifts = requests.map((request) => toGift(request, findGiftType(catalogue, request.typeOfGift)));
  runChecks([
    ...requests.map((request, index) => () => checkGift(request, toGiftField(index), catalogue)),
    () => checkLoseGift(requests, catalogue),
    () => checkWeights(requests),
    ...gifts.map((gift, index) => () => gift && checkStock(gift, toGiftField(index), catalogue, items)),
    () => checkFallbacks(requests.map(toNames)),
  ]);
  return gifts.filter((gift) => gift !== undefined);
}

const toGiftField = (index: number): string => `gifts[${index}]`;

/** @returns undefined for a gift whose type is unknown; `checkGift` refuses it */
function toGift(request: GiftRequest, type: GiftType | undefined): Gift | undefined {
  if (!type) return undefined;
  return {
    ...toNames(request),
    message: normalizeLines(request.message),
    probability: request.probability,
    typeOfGift: { _id: type._id, name: type.name },
    guaranteedForFirstTimers: request.guaranteedForFirstTimers,
    winInterval: request.winInterval,
    ...(request.emoji && { emoji: request.emoji }),
    ...(isFieldSet(request, GiftSchema.field.quantity) && { quantity: request.quantity }),
    ...(request.itemId && { itemId: request.itemId }),
  };
}

type GiftNames = Pick<Gift, "value" | "fallback">;

function toNames(request: GiftRequest): GiftNames {
  const fallback = normalizeLines(request.fallback);
  return { value: normalizeText(request.value), ...(fallback && { fallback }) };
}

function checkGift(request: GiftRequest, field: string, catalogue: Catalogue): void {
  runChecks([
    () => void requireGiftType(catalogue, `${field}.typeOfGift`, request.typeOfGift),
    () => void requireText(`${field}.value`, request.value),
    () => void requireLines(`${field}.message`, request.message),
  ]);
}

function checkLoseGift(requests: readonly GiftRequest[], { giftTypes }: Catalogue): void {
  if (requests.some(({ typeOfGift }) => typeOfGift?.name === "Perder")) return;
  const loseTypes = listGiftTypes(giftTypes.filter(({ name }) => name === "Perder"));
  throw refused("lose_gift_required", `gifts: at least one gift must be of type ${loseTypes}.`);
}

function checkStock(gift: Gift, field: string, catalogue: Catalogue, items: ReadonlyMap<string, Item>): void {
  runChecks([() => checkItem(gift, field, catalogue, items), () => checkQuantity(gift, field)]);
}

function checkItem(gift: Gift, field: string, { giftTypes }: Catalogue, items: ReadonlyMap<string, Item>): void {
  if (gift.itemId === undefined) return;
  if (giftTypes.some(({ _id }) => _id === gift.itemId)) {
    throw refused(
      "item_id_misplaced",
      wording`${fieldName(`${field}.item_id`)}: this is the id of a gift type, not of a roulette item.`,
    );
  }
  if (gift.typeOfGift.name !== "Fisico") {
    throw refused(
      "item_id_misplaced",
      wording`${fieldName(`${field}.item_id`)}: only a Fisico gift has one; this is ${gift.typeOfGift.name}.`,
    );
  }
  const item = requireItem(items.get(gift.itemId), gift.itemId);
  if (isUsable(item)) return;
  const why = item.enabledInRewards ? "has no stock" : "is not enabled in rewards";
  throw refused("roulette_item_unavailable", wording`${fieldName(`${field}.item_id`)}: the item ${why}.`);
}

function checkQuantity({ typeOfGift, quantity }: Gift, field: string): void {
  if (typeOfGift.name !== "Fisico" || (quantity ?? 0) >= 1) return;
  throw refused("gift_quantity_required", wording`${fieldName(`${field}.quantity`)}: a Fisico gift needs at least 1.`);
}

/** @throws Refusal gift_weights_zero when no gift can be drawn */
export function checkWeights(gifts: readonly Pick<Gift, "probability">[]): void {
  if (gifts.some(({ probability }) => probability > 0)) return;
  throw refused("gift_weights_zero", "gifts: at least one probability must be above 0.");
}

/** Each fallback must name exactly one other gift, and no chain of fallbacks may be a circle. */
export function checkFallbacks(gifts: readonly GiftNames[]): void {
  const next = checkEach(gifts, (gift, index) => findFallbackIndex(gifts, gift, index));
  for (const start of gifts.keys()) {
    const chain = [start];
    for (let index = next[start]; index !== undefined; index = next[index]) {
      if (chain.includes(index)) {
        const circle = [...chain.slice(chain.indexOf(index)), index].map(toGiftField).join(" → ");
        throw refused("fallback_invalid", `The fallbacks lead in a circle: ${circle}.`);
      }
      chain.push(index);
    }
  }
}

function findFallbackIndex(gifts: readonly GiftNames[], gift: GiftNames, index: number): number | undefined {
  if (gift.fallback === undefined) return undefined;
  const field = `${toGiftField(index)}.fallback`;
  if (gift.fallback === gift.value)
    throw refused("fallback_invalid", wording`${fieldName(field)}: a gift cannot stand in for itself.`);
  const named = findGiftIndexes(gifts, gift.fallback);
  const [first] = named;
  if (first === undefined) {
    throw refused("fallback_invalid", wording`${fieldName(field)}: no gift has the value ${quote(gift.fallback)}.`);
  }
  if (named.length > 1) {
    throw refused(
      "fallback_invalid",
      wording`${fieldName(field)}: ${named.length} gifts have this value; it must mean one.`,
    );
  }
  return first;
}

/** The indexes of the gifts with this value. */
export function findGiftIndexes(gifts: readonly Pick<Gift, "value">[], value: string): number[] {
  return gifts.flatMap((gift, index) => (gift.value === value ? [index] : []));
}
