import { notFound, type Refusal } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewReview, requireText, reviewName } from "@tenant-ops/kit/rpc";
import { supplySentences as sentences } from "@tenant-ops/proto/sentences/supply";
import type { StockRequest } from "@tenant-ops/proto/supply";
import { normalizeText, say } from "@tenant-ops/kit/texts";

/** A product before it has an id and a creation time. @throws Refusal invalid_argument for a blank name */
export function planStock(request: FieldsOf<StockRequest>) {
  return {
    productName: requireText("product_name", request.productName),
    totalStock: request.totalStock,
    minStockAlert: request.minStockAlert,
    type: normalizeText(request.type),
  };
}

export type PlannedStock = ReturnType<typeof planStock>;

/** A product of the business's catalogue. */
export interface Stock extends PlannedStock {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
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
    warnings.push(say(sentences.starts_low, { units: totalStock, alert: minStockAlert }));
  }
  return { checks, warnings };
}

export function stockNotFound(id: string): Refusal {
  return notFound("stock", id, { listWith: "supply_list_stocks" });
}

/** @throws Refusal stock_not_found */
export function requireStock(found: Stock | null, stockId: string): Stock {
  if (!found) throw stockNotFound(stockId);
  return found;
}
