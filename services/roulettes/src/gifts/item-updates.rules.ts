import { isFieldSet } from "@bufbuild/protobuf";
import { type FieldsOf, type PreviewReview, requireText, reviewChanges } from "@tenant-ops/kit/rpc";
import { roulettesSentences as sentences } from "@tenant-ops/proto/sentences/roulettes";
import { type ItemStockRequest, type UpdateItemRequest, UpdateItemRequestSchema } from "@tenant-ops/proto/roulettes";
import { normalizeLines, say } from "@tenant-ops/kit/texts";
import { calculateUnitsLeft } from "./gifts.rules.js";
import { isUsable, type Item, requireItem, usableCheck } from "./items.rules.js";

/** The fields of an item that an update changes. */
export type ItemSettings = Pick<Item, "name" | "description" | "trackStock" | "enabledInRewards">;

/**
 * Decides what an update changes: only the parameters that are present.
 * @throws Refusal roulette_item_not_found, invalid_argument
 */
export function planItemUpdate(request: UpdateItemRequest, found: Item | null) {
  const before = requireItem(found, request.itemId);
  const given = selectGivenSettings(request);
  const changed = (Object.keys(given) as (keyof ItemSettings)[]).filter((name) => given[name] !== before[name]);
  // The fields that get another value.
  const changes: Partial<ItemSettings> = Object.fromEntries(changed.map((name) => [name, given[name]]));
  return { before, after: { ...before, ...changes }, changes };
}

export type ItemUpdatePlan = ReturnType<typeof planItemUpdate>;

function selectGivenSettings(request: UpdateItemRequest): Partial<ItemSettings> {
  const { field } = UpdateItemRequestSchema;
  const has = (name: keyof typeof field) => isFieldSet(request, field[name]);
  return {
    ...(has("name") && { name: requireText("name", request.name) }),
    ...(has("description") && { description: normalizeLines(request.description) }),
    ...(has("trackStock") && { trackStock: request.trackStock }),
    ...(has("enabledInRewards") && { enabledInRewards: request.enabledInRewards }),
  };
}

/** The checks and warnings of the preview. */
export function reviewItemUpdate({ after, changes }: ItemUpdatePlan): PreviewReview {
  const hasChanges = Object.keys(changes).length > 0;
  const warnings: PreviewReview["warnings"] = [];
  if (!hasChanges) warnings.push(say(sentences.item_same_values));
  if (changes.enabledInRewards === false) warnings.push(say(sentences.item_withdrawn));
  if (changes.enabledInRewards && !isUsable(after)) warnings.push(say(sentences.item_has_no_stock));
  if (changes.trackStock === false) warnings.push(say(sentences.stock_no_longer_tracked));
  if (changes.trackStock) warnings.push(say(sentences.stock_tracked_from_now));
  return { checks: [reviewChanges(hasChanges)], warnings };
}

/** @throws Refusal roulette_item_not_found, too_few_units, invalid_argument */
export function planItemStock({ itemId, addUnits }: FieldsOf<ItemStockRequest>, found: Item | null) {
  const item = requireItem(found, itemId);
  return { item, addUnits, stockAfter: calculateUnitsLeft(item.availableStock, addUnits) };
}

/** The checks and warnings of the preview. */
export function reviewItemStock({ item, stockAfter }: ReturnType<typeof planItemStock>): PreviewReview {
  const warnings: PreviewReview["warnings"] = [];
  if (stockAfter === 0) warnings.push(say(sentences.item_out_of_stock));
  if (!item.enabledInRewards) warnings.push(say(sentences.item_not_won));
  if (!item.trackStock) warnings.push(say(sentences.item_not_tracked));
  return { checks: [usableCheck({ ...item, availableStock: stockAfter })], warnings };
}
