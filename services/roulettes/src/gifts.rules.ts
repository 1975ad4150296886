import { isFieldSet } from "@bufbuild/protobuf";
import { quote, refused } from "@tenant-ops/kit/errors";
import { requireText } from "@tenant-ops/kit/rpc";
import { type Gift as GiftRequest, GiftSchema } from "@tenant-ops/proto/roulettes";
import { listGiftTypes, requireGiftType } from "./gift-types.rules.js";
import type { Catalogue, Gift } from "./gifts.types.js";
import { isUsable, requireItem } from "./items.rules.js";
import type { Item } from "./items.types.js";

export const isLoseGift = (gift: Gift): boolean => gift.typeOfGift.name === "Perder";

/**
 * The gifts of a new roulette. The preview and the write use this rule.
 * @param items the business's own items among those that the gifts name
 */
export function planGifts(
  requests: readonly GiftRequest[],
  catalogue: Catalogue,
  items: ReadonlyMap<string, Item>,
): Gift[] {
  const gifts = requests.map((request, index) => planGift(request, toGiftField(index), catalogue));
  if (!gifts.some(isLoseGift)) {
    const loseTypes = listGiftTypes(catalogue.giftTypes.filter(({ name }) => name === "Perder"));
    throw refused("lose_gift_required", `gifts: at least one gift must be of type ${loseTypes}.`);
  }
  checkWeights(gifts);
  gifts.forEach((gift, index) => {
    checkItem(gift, toGiftField(index), catalogue, items);
    checkQuantity(gift, toGiftField(index));
  });
  checkFallbacks(gifts);
  return gifts;
}

export const toGiftField = (index: number): string => `gifts[${index}]`;

function planGift(request: GiftRequest, field: string, catalogue: Catalogue): Gift {
  const { _id, name } = requireGiftType(catalogue, `${field}.typeOfGift`, request.typeOfGift);
  const fallback = request.fallback.trim();
  return {
    value: requireText(`${field}.value`, request.value),
    message: requireText(`${field}.message`, request.message),
    probability: request.probability,
    typeOfGift: { _id, name },
    guaranteedForFirstTimers: request.guaranteedForFirstTimers,
    winInterval: request.winInterval,
    ...(request.emoji && { emoji: request.emoji }),
    ...(isFieldSet(request, GiftSchema.field.quantity) && { quantity: request.quantity }),
    ...(request.itemId && { itemId: request.itemId }),
    ...(fallback && { fallback }),
  };
}

function checkItem(gift: Gift, field: string, { giftTypes }: Catalogue, items: ReadonlyMap<string, Item>): void {
  if (gift.itemId === undefined) return;
  if (giftTypes.some(({ _id }) => _id === gift.itemId)) {
    throw refused("item_id_misplaced", `${field}.item_id: this is the id of a gift type, not of a roulette item.`);
  }
  if (gift.typeOfGift.name !== "Fisico") {
    throw refused(
      "item_id_misplaced",
      `${field}.item_id: only a Fisico gift has one; this is ${gift.typeOfGift.name}.`,
    );
  }
  const item = requireItem(items.get(gift.itemId), gift.itemId);
  if (isUsable(item)) return;
  const why = item.enabledInRewards ? "has no stock" : "is not enabled in rewards";
  throw refused("roulette_item_unavailable", `${field}.item_id: the item ${why}.`);
}

function checkQuantity({ typeOfGift, quantity }: Gift, field: string): void {
  if (typeOfGift.name !== "Fisico" || (quantity ?? 0) >= 1) return;
  throw refused("gift_quantity_required", `${field}.quantity: a Fisico gift needs at least 1.`);
}

/** @throws Refusal gift_weights_zero when no gift can be drawn */
export function checkWeights(gifts: readonly Gift[]): void {
  if (gifts.some(({ probability }) => probability > 0)) return;
  throw refused("gift_weights_zero", "gifts: at least one probability must be above 0.");
}

/** Each fallback must name exactly one other gift, and no chain of fallbacks may be a circle. */
export function checkFallbacks(gifts: readonly Gift[]): void {
  const next = gifts.map((gift, index) => findFallbackIndex(gifts, gift, index));
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

function findFallbackIndex(gifts: readonly Gift[], gift: Gift, index: number): number | undefined {
  if (gift.fallback === undefined) return undefined;
  const field = `${toGiftField(index)}.fallback`;
  if (gift.fallback === gift.value) throw refused("fallback_invalid", `${field}: a gift cannot stand in for itself.`);
  const named = findGiftIndexes(gifts, gift.fallback);
  const [first] = named;
  if (first === undefined) {
    throw refused("fallback_invalid", `${field}: no gift has the value ${quote(gift.fallback)}.`);
  }
  if (named.length > 1) {
    throw refused("fallback_invalid", `${field}: ${named.length} gifts have this value; it must mean one.`);
  }
  return first;
}

/** The indexes of the gifts with this value. */
export function findGiftIndexes(gifts: readonly Gift[], value: string): number[] {
  return gifts.flatMap((gift, index) => (gift.value === value ? [index] : []));
}
