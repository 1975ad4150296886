import { conflict, notFound, type Refusal } from "@tenant-ops/kit/errors";
import type { PreviewReview } from "@tenant-ops/kit/rpc";
import type { ServiceCenterStockRequest } from "@tenant-ops/proto/supply";
import type { Center } from "./centers.store.js";
import type { Stock } from "./stocks.store.js";

export type Criticality = "low" | "medium" | "high";

/** A center stock as it is stored; only the id and the moment are missing. */
export interface PlannedCenterStock {
  stockId: string;
  serviceCenterId: string;
  currentStock: number;
  minStockAlert: number;
  criticality: Criticality;
}

/** The product and the center that a request names; each is null when this business has no such record. */
export interface Named {
  center: Center | null;
  stock: Stock | null;
}

export interface CenterStockPlan {
  centerStock: PlannedCenterStock;
  center: Center;
  stock: Stock;
}

/**
 * Whether a center may take up a product, and with what.
 * @param existing the product's stock at this center, if there is one
 */
export function planCenterStock(
  request: ServiceCenterStockRequest,
  found: Named & { centerStock: { _id: string } | null },
): CenterStockPlan {
  const { center, stock } = ownCenterAndStock(request, found);
  if (found.centerStock) throw centerStockExists();
  const centerStock: PlannedCenterStock = {
    stockId: stock._id,
    serviceCenterId: center._id,
    currentStock: request.currentStock,
    minStockAlert: request.minStockAlert,
    criticality: criticalityOf(request.criticality),
  };
  return { centerStock, center, stock };
}

/**
 * What a person should know before saying yes.
 * @param heldElsewhere what the other centers hold of the product
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

/** @throws Refusal center_not_found, stock_not_found for what is missing or another business's: the same answer */
export function ownCenterAndStock(
  { serviceCenterId, stockId }: { serviceCenterId: string; stockId: string },
  { center, stock }: Named,
): { center: Center; stock: Stock } {
  if (!center) throw notFound("center", serviceCenterId, { listWith: "supply_list_service_centers" });
  if (!stock) throw notFound("stock", stockId, { listWith: "supply_list_stocks" });
  return { center, stock };
}

/** A preview without them would have been a refusal. */
export const ownershipChecks = [
  { name: "center_belongs_to_business", ok: true, detail: "The center is this business's." },
  { name: "stock_belongs_to_business", ok: true, detail: "The product is this business's." },
] as const;

export function centerStockExists(): Refusal {
  return conflict(
    "center_stock_exists",
    "The center keeps this product already. Receive, transfer or count stock instead of creating it again.",
  );
}

/** The catalogue's total is what somebody wrote down; nothing keeps the centers from holding more. */
export function excessWarnings(heldAtCenters: number, totalStock: number): string[] {
  if (heldAtCenters <= totalStock) return [];
  return [`The centers hold ${heldAtCenters} in all, more than the catalogue's total of ${totalStock}.`];
}

/** Quantities are int32 in the contract: one unit more could not be answered. */
export const unitsMax = 2_147_483_647;

/** Once per crossing: a stock that is low already and falls further is no news. */
export function fallsBelowAlert(
  before: Pick<PlannedCenterStock, "currentStock" | "minStockAlert">,
  stockAfter: number,
): boolean {
  return before.currentStock >= before.minStockAlert && stockAfter < before.minStockAlert;
}

function criticalityOf(given: string): Criticality {
  return given === "low" || given === "high" ? given : "medium";
}
