import { refused } from "@tenant-ops/kit/errors";
import { requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import type { ItemRequest } from "@tenant-ops/proto/roulettes";

/** A physical prize item as it is stored; only the id and the moment are missing. */
export interface PlannedItem {
  name: string;
  availableStock: number;
  enabledInRewards: boolean;
  description: string;
  currency: string;
  trackStock: boolean;
  country: string;
}

const defaultCurrency = "MXN";
const currencies = new Set(Intl.supportedValuesOf("currency"));

/** What a new item would be. @throws Refusal unknown_currency */
export function planItem(request: ItemRequest, country: string): PlannedItem {
  const currency = request.currency || defaultCurrency;
  if (!currencies.has(currency))
    throw refused("unknown_currency", "currency: no ISO 4217 code; such as MXN, USD, EUR.");
  return {
    name: requireText("name", request.name),
    availableStock: request.availableStock,
    enabledInRewards: request.enabledInRewards,
    description: request.description.trim(),
    currency,
    trackStock: request.trackStock,
    country,
  };
}

/** Whether it may be given away: the one rule that previews, roulettes and spins share. */
export function isUsable(item: Pick<PlannedItem, "availableStock" | "enabledInRewards">): boolean {
  return item.availableStock > 0 && item.enabledInRewards;
}

/**
 * What a person should know before saying yes.
 * @param namesake an item of the business that has this name already
 */
export function reviewItem(planned: PlannedItem, namesake: { _id: string } | null): PreviewReview {
  const usable = isUsable(planned);
  const warnings: string[] = [];
  if (namesake) warnings.push(`An item of this name exists: ${namesake._id}. Use it unless you mean a second one.`);
  if (planned.availableStock === 0) warnings.push("Without stock it cannot be the prize of a roulette.");
  if (!planned.enabledInRewards) warnings.push("Not enabled in rewards, it cannot be the prize of a roulette.");
  if (!planned.trackStock) warnings.push("Its stock is not tracked: wins do not reduce available_stock.");
  return {
    checks: [
      { name: "name_is_new", ok: !namesake, detail: namesake ? "An item has this name." : "No item has this name." },
      {
        name: "usable_as_prize",
        ok: usable,
        detail: `${planned.availableStock} in stock, ${planned.enabledInRewards ? "" : "not "}enabled in rewards.`,
      },
    ],
    warnings,
  };
}
