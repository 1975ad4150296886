import { checkAll, conflict, notFound, type Refusal, refused } from "@tenant-ops/kit/errors";
import type { FieldsOf, PreviewReview } from "@tenant-ops/kit/rpc";
import type { ServiceCenterStockRequest } from "@tenant-ops/proto/supply";
import type { CenterStock, Criticality, PlannedCenterStock, StockAtCenter } from "./center-stocks.types.js";
import type { Center } from "../centers/centers.store.js";
import type { Stock } from "../stocks/stocks.store.js";

/** The product and the center that a request names. Each is null when the business has no such record. */
export interface CenterAndStock {
  center: Center | null;
  stock: Stock | null;
}

export interface CenterStockPlan {
  centerStock: PlannedCenterStock;
  center: Center;
  stock: Stock;
}

/**
 * Decides whether a center may start to keep a product, and with which values.
 * @param found.centerStock what the center already holds of the product, if anything
 * @throws Refusal center_not_found, stock_not_found, center_stock_exists
 */
export function planCenterStock(
  request: FieldsOf<ServiceCenterStockRequest>,
  found: CenterAndStock & { centerStock: { _id: string } | null },
): CenterStockPlan {
  const { center, stock } = requireCenterAndStock(request, found);
  if (found.centerStock) throw centerStockExists();
  const centerStock: PlannedCenterStock = {
    stockId: stock._id,
    serviceCenterId: center._id,
    currentStock: request.currentStock,
    minStockAlert: request.minStockAlert,
    criticality: parseCriticality(request.criticality),
  };
  return { centerStock, center, stock };
}

/**
 * The checks and warnings of the preview.
 * @param heldElsewhere the units that the other centers hold of the product
 */
export function reviewCenterStock(
  { centerStock, center, stock }: CenterStockPlan,
  heldElsewhere: number,
): PreviewReview {
  const { currentStock, minStockAlert } = centerStock;
  const warnings = excessWarnings(heldElsewhere + currentStock, stock.totalStock);
  if (currentStock < minStockAlert) {
    warnings.push(`It starts low: ${currentStock} at the center, the alert is ${minStockAlert}.`);
  }
  if (!center.isActive) warnings.push("The center is not active.");
  const isNew = { name: "is_new_at_center", ok: true, detail: "The center does not keep this product yet." };
  return { checks: [...ownershipChecks, isNew], warnings };
}

/** @throws Refusal center_not_found, stock_not_found: also for a record of another business, with the same answer */
export function requireCenterAndStock(
  { serviceCenterId, stockId }: StockAtCenter,
  { center, stock }: CenterAndStock,
): { center: Center; stock: Stock } {
  return checkAll({
    center: () => center ?? refuse(centerNotFound(serviceCenterId)),
    stock: () => stock ?? refuse(stockNotFound(stockId)),
  });
}

function refuse(refusal: Refusal): never {
  throw refusal;
}

export function centerNotFound(id: string): Refusal {
  return notFound("center", id, { listWith: "supply_list_service_centers" });
}

export function stockNotFound(id: string): Refusal {
  return notFound("stock", id, { listWith: "supply_list_stocks" });
}

export function centerStockNotFound(id: string): Refusal {
  return notFound("center_stock", id, { listWith: "supply_list_service_center_stocks" });
}

/** @throws Refusal center_stock_not_found */
export function requireCenterStock(found: CenterStock | null, centerStockId: string): CenterStock {
  if (!found) throw centerStockNotFound(centerStockId);
  return found;
}

/** Always passed in a preview: otherwise the request would have been refused. */
export const ownershipChecks = [
  { name: "center_belongs_to_business", ok: true, detail: "The center is this business's." },
  { name: "stock_belongs_to_business", ok: true, detail: "The product is this business's." },
] as const;

/** The refusal of a withdrawal or transfer of more units than the center holds. */
export function insufficientStock(held: number, requested: number): Refusal {
  const detail = `The center holds ${held}; ${requested} were asked for.`;
  return refused("insufficient_stock", detail, { held, requested }, "quantity");
}

export function centerStockExists(): Refusal {
  return conflict("center_stock_exists", "The center keeps this product already.");
}

/** The catalogue's total is entered by hand; nothing prevents the centers from holding more. */
export function excessWarnings(heldAtCenters: number, totalStock: number): string[] {
  if (heldAtCenters <= totalStock) return [];
  return [`The centers hold ${heldAtCenters} in all, more than the catalogue's total of ${totalStock}.`];
}

/** True when the change takes the stock below its alert. A stock that was low before has been reported already. */
export function fallsBelowAlert(
  before: Pick<PlannedCenterStock, "currentStock" | "minStockAlert">,
  stockAfter: number,
): boolean {
  return before.currentStock >= before.minStockAlert && stockAfter < before.minStockAlert;
}

function parseCriticality(given: string): Criticality {
  return given === "low" || given === "high" ? given : "medium";
}
