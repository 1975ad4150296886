import { requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import type { StockRequest } from "@tenant-ops/proto/supply";
import type { PlannedStock } from "./stocks.types.js";

/** @throws Refusal invalid_argument for a blank name */
export function planStock(request: StockRequest): PlannedStock {
  return {
    productName: requireText("product_name", request.productName),
    totalStock: request.totalStock,
    minStockAlert: request.minStockAlert,
    type: request.type.trim(),
  };
}

/**
 * What a person should know before approving. Two products may have the same name (two sizes, two suppliers), so this is a
 * warning and not a refusal.
 * @param sameName a product of the business that already has this name
 */
export function reviewStock(
  { totalStock, minStockAlert }: PlannedStock,
  sameName: { _id: string } | null,
): PreviewReview {
  const warnings: string[] = [];
  if (sameName) warnings.push(`A product of this name exists: ${sameName._id}. Use it unless you mean a second one.`);
  if (totalStock < minStockAlert) {
    warnings.push(`It starts low: ${totalStock} in all, the threshold is ${minStockAlert}.`);
  }
  const detail = sameName ? "A product of this name exists." : "No product has this name.";
  return { checks: [{ name: "name_is_new", ok: sameName === null, detail }], warnings };
}
