import { isFieldSet } from "@bufbuild/protobuf";
import { type FieldsOf, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { type ItemStockRequest, type UpdateItemRequest, UpdateItemRequestSchema } from "@tenant-ops/proto/roulettes";
import { normalizeLines } from "@tenant-ops/kit/texts";
import { calculateUnitsLeft } from "./gifts.rules.js";
import { isUsable, type Item, requireItem } from "./items.rules.js";

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
  const detail = hasChanges ? "Values change." : "Nothing would change: these values are already set.";
  const warnings: string[] = [];
  if (!hasChanges) warnings.push("Nothing would change: the item has these values already.");
  if (changes.enabledInRewards === false) {
    warnings.push("No roulette gives it away from then on: its gifts give way to their fallback. Prizes won stay.");
  }
  if (changes.enabledInRewards && !isUsable(after)) warnings.push("It has no stock, so it cannot be won yet.");
  if (changes.trackStock === false) warnings.push("Wins do not reduce its stock from then on.");
  if (changes.trackStock) warnings.push("Wins reduce its stock from then on; those until now did not.");
  return { checks: [{ name: "changes_something", ok: hasChanges, detail }], warnings };
}

/** @throws Refusal roulette_item_not_found, too_few_units, invalid_argument */
export function planItemStock({ itemId, addUnits }: FieldsOf<ItemStockRequest>, found: Item | null) {
  const item = requireItem(found, itemId);
  return { item, addUnits, stockAfter: calculateUnitsLeft(item.availableStock, addUnits) };
}

/** The checks and warnings of the preview. */
export function reviewItemStock({ item, stockAfter }: ReturnType<typeof planItemStock>): PreviewReview {
  const usable = isUsable({ ...item, availableStock: stockAfter });
  const warnings: string[] = [];
  if (stockAfter === 0) warnings.push("Without stock it cannot be won: its gifts give way to their fallback.");
  if (!item.enabledInRewards) warnings.push("Not enabled in rewards, it cannot be won.");
  if (!item.trackStock) warnings.push("Its stock is not tracked: wins do not reduce it.");
  const detail = `${stockAfter} in stock, ${item.enabledInRewards ? "" : "not "}enabled in rewards.`;
  return { checks: [{ name: "usable_as_prize", ok: usable, detail }], warnings };
}
