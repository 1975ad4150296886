import { type FieldsOf, type PreviewReview, requireText, reviewName } from "@tenant-ops/kit/rpc";
import type { StockRequest } from "@tenant-ops/proto/supply";
import { normalizeText } from "@tenant-ops/kit/texts";
import { stockNotFound } from "../center-stocks/center-stocks.rules.js";
import type { PlannedStock, Stock } from "./stocks.store.js";

/** @throws Refusal invalid_argument for a blank name */
export function planStock(request: FieldsOf<StockRequest>): PlannedStock {
  return {
    productName: requireText("product_name", request.productName),
    totalStock: request.totalStock,
    minStockAlert: request.minStockAlert,
    type: normalizeText(request.type),
  };
}

/**
 * @param given the fields that change
 * @throws Refusal invalid_argument for a blank name
 */
export function planStockUpdate(before: Stock, given: Partial<PlannedStock>): PlannedStock {
  return planStock({ ...before, ...given });
}

/**
 * The checks and warnings of the preview.
 * @param sameName a product of the business that already has this name
 */
export function reviewStock(
  { totalStock, minStockAlert }: PlannedStock,
  sameName: { _id: string } | null,
): PreviewReview {
  const { checks, warnings } = reviewName("product", sameName);
  if (totalStock < minStockAlert) {
    warnings.push(`It starts low: ${totalStock} in all, the threshold is ${minStockAlert}.`);
  }
  return { checks, warnings };
}

/** @throws Refusal stock_not_found */
export function requireStock(found: Stock | null, stockId: string): Stock {
  if (!found) throw stockNotFound(stockId);
  return found;
}
