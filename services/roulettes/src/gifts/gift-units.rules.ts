import { invalid } from "@tenant-ops/kit/errors";
import type { FieldsOf, PreviewReview } from "@tenant-ops/kit/rpc";
import { say } from "@tenant-ops/kit/texts";
import { roulettesSentences as sentences } from "@tenant-ops/proto/sentences/roulettes";
import type { GiftUnitsRequest } from "@tenant-ops/proto/roulettes";
import { giftWarnings, requireRoulette, type Roulette, stockWarnings } from "../roulettes/roulettes.rules.js";
import { calculateUnitsLeft } from "./gifts.rules.js";
import type { Item } from "./items.rules.js";

/**
 * Decides how many units of a gift remain. Units that were won are not included and do not change.
 * @throws Refusal roulette_not_found, too_few_units, invalid_argument
 */
export function planGiftUnits({ rouletteId, giftIndex, addUnits }: FieldsOf<GiftUnitsRequest>, found: Roulette | null) {
  const roulette = requireRoulette(found, rouletteId);
  const { gifts } = roulette;
  const gift = gifts[giftIndex];
  if (!gift) throw invalid("gift_index", `the roulette has the gifts 0 to ${gifts.length - 1}.`);
  const { value, quantity } = gift;
  if (quantity === undefined) throw invalid("gift_index", `gift ${giftIndex} has no quantity; it can always be won.`);
  const quantityAfter = calculateUnitsLeft(quantity, addUnits);
  return {
    rouletteId,
    name: roulette.name,
    giftIndex,
    value,
    addUnits,
    quantityBefore: quantity,
    quantityAfter,
    after: { ...roulette, gifts: gifts.with(giftIndex, { ...gift, quantity: quantityAfter }) },
  };
}

export type GiftUnitsPlan = ReturnType<typeof planGiftUnits>;

/**
 * The checks and warnings of the preview.
 * @param items the business's own items among those that the gifts name
 */
export function reviewGiftUnits(plan: GiftUnitsPlan, items: ReadonlyMap<string, Item>): PreviewReview {
  const { after, giftIndex, quantityBefore } = plan;
  const gift = after.gifts[giftIndex];
  const warnings = [...(gift ? giftWarnings(gift, giftIndex, items) : []), ...stockWarnings(after.gifts, items)];
  if (after.isActive) warnings.push(say(sentences.unit_may_be_won));
  const detail = say(sentences.units_left, { units: quantityBefore });
  return { checks: [{ name: "quantity_is_limited", ok: true, detail }], warnings };
}
