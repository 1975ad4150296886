import { requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import type { StockRequest } from "@tenant-ops/proto/supply";

/** A product as it is stored; only the id and the moment are missing. */
export interface PlannedStock {
  productName: string;
  totalStock: number;
  minStockAlert: number;
  type: string;
}

/** What a new product would be. */
export function planStock(request: StockRequest): PlannedStock {
  return {
    productName: requireText("product_name", request.productName),
    totalStock: request.totalStock,
    minStockAlert: request.minStockAlert,
    type: request.type.trim(),
  };
}

/**
 * What a person should know before saying yes. Two products may carry one name (two sizes, two suppliers), so a known name
 * informs and does not refuse.
 * @param namesake a product of the business that has this name already
 */
export function reviewStock(
  { totalStock, minStockAlert }: PlannedStock,
  namesake: { _id: string } | null,
): PreviewReview {
  const warnings: string[] = [];
  if (namesake) warnings.push(`A product of this name exists: ${namesake._id}. Use it unless you mean a second one.`);
  if (totalStock < minStockAlert) {
    warnings.push(`It starts low: ${totalStock} in all, the threshold is ${minStockAlert}.`);
  }
  const detail = namesake ? "A product of this name exists." : "No product has this name.";
  return { checks: [{ name: "name_is_new", ok: namesake === null, detail }], warnings };
}
