import { checkAll, notFound, refused } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewCheck, type PreviewReview, requireText, reviewName } from "@tenant-ops/kit/rpc";
import { roulettesSentences as sentences } from "@tenant-ops/proto/sentences/roulettes";
import type { ItemRequest } from "@tenant-ops/proto/roulettes";
import { normalizeLines, say } from "@tenant-ops/kit/texts";

const defaultCurrency = "MXN";
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** @throws Refusal roulette_item_not_found */
export function requireItem(found: Item | null | undefined, itemId: string): Item {
  if (!found) throw notFound("roulette_item", itemId, { listWith: "roulettes_list_roulette_items" });
  return found;
}

/** A physical prize item before it has an id and a creation time. @throws Refusal unknown_currency, invalid_argument for a blank name */
export function planItem(request: FieldsOf<ItemRequest>, country: string) {
  const { currency, name } = checkAll({
    currency: () => requireCurrency(request.currency || defaultCurrency),
    name: () => requireText("name", request.name),
  });
  return {
    name,
    availableStock: request.availableStock,
    enabledInRewards: request.enabledInRewards,
    description: normalizeLines(request.description),
    currency,
    trackStock: request.trackStock,
    country,
  };
}

export type PlannedItem = ReturnType<typeof planItem>;

/** A physical prize item. */
export interface Item extends PlannedItem {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

function requireCurrency(code: string): string {
  if (currencies.has(code)) return code;
  throw refused(
    "unknown_currency",
    "currency: must be an ISO 4217 code such as MXN, USD or EUR.",
    undefined,
    "currency",
  );
}

type Availability = Pick<PlannedItem, "availableStock" | "enabledInRewards">;

/** Whether the item may be a prize. Previews, roulettes and spins share this rule. */
export function isUsable(item: Availability): boolean {
  return item.availableStock > 0 && item.enabledInRewards;
}

export function usableCheck(item: Availability): PreviewCheck {
  const sentence = item.enabledInRewards ? sentences.item_stock_enabled : sentences.item_stock_not_enabled;
  return { name: "usable_as_prize", ok: isUsable(item), detail: say(sentence, { units: item.availableStock }) };
}

/**
 * The checks and warnings of the preview.
 * @param sameName an item of the business that already has this name
 */
export function reviewItem(planned: PlannedItem, sameName: { _id: string } | null): PreviewReview {
  const { checks, warnings } = reviewName("item", sameName);
  if (planned.availableStock === 0) warnings.push(say(sentences.new_item_without_stock));
  if (!planned.enabledInRewards) warnings.push(say(sentences.new_item_not_enabled));
  if (!planned.trackStock) warnings.push(say(sentences.new_item_not_tracked));
  return { checks: [...checks, usableCheck(planned)], warnings };
}
