import type { WriteScope } from "@tenant-ops/kit/data";
import { checkAll, conflict, notFound, type Refusal, refused } from "@tenant-ops/kit/errors";
import type { FieldsOf, PreviewReview } from "@tenant-ops/kit/rpc";
import { supplySentences as sentences } from "@tenant-ops/proto/sentences/supply";
import type { ServiceCenterStockRequest } from "@tenant-ops/proto/supply";
import { say, type TemplateSentence } from "@tenant-ops/kit/texts";
import { type Center, centerNotFound } from "../centers/centers.rules.js";
import type { Movement, MovementReason } from "../movements/movements.store.js";
import { type Stock, stockNotFound } from "../stocks/stocks.rules.js";

export type Criticality = "low" | "medium" | "high";

/** A center stock before it has an id and a creation time. */
export interface PlannedCenterStock {
  stockId: string;
  serviceCenterId: string;
  currentStock: number;
  minStockAlert: number;
  criticality: Criticality;
}

/** What one center holds of one product. */
export interface CenterStock extends PlannedCenterStock {
  _id: string;
  /** Whether `currentStock` is below `minStockAlert`; stored for lists, as the two fields that order the alerts. */
  belowAlert: boolean;
  /** Of the criticality: 0 is the highest. */
  rank: number;
  /** The quantity as a share of the alert; 1 while the stock is not low. */
  fill: number;
  /** Number of rows in its ledger, which is also the `seq` of the last row. */
  movements: number;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** A product at a center. There is at most one center stock for each pair. */
export interface StockAtCenter {
  stockId: string;
  serviceCenterId: string;
}

/** The key of a pair in a map. */
export function stockAtCenterKey({ stockId, serviceCenterId }: StockAtCenter): string {
  return `${stockId}|${serviceCenterId}`;
}

/** Why a quantity changes. */
export interface ChangeReason {
  reason: Exclude<MovementReason, "initial">;
  /** Id of the withdrawal, receiving, transfer or count that the change belongs to. */
  ref: string;
  note?: string;
}

/** The units to add (negative: to take away), or the counted quantity. */
export type QuantityChange = { by: number } | { to: number };

/** A change that was carried out: the center stock before it, and the quantity after it. */
export interface StockChange {
  before: CenterStock;
  delta: number;
  stockAfter: number;
  /** The row of the ledger. */
  movement: Movement;
}

/** The units that one withdrawal takes. Several of them share a transaction. */
export interface StockDecrement {
  /** Scope of the call that asked for the withdrawal. */
  scope: WriteScope;
  /** The center stock after all earlier decrements of the same batch. */
  before: CenterStock;
  after: CenterStock;
  change: ChangeReason;
}

/** Quantities are int32 in the contract. A larger one could be stored and could not be returned. */
export const unitsMax = 2_147_483_647;

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
    warnings.push(say(sentences.starts_low_at_center, { units: currentStock, alert: minStockAlert }));
  }
  if (!center.isActive) warnings.push(say(sentences.center_inactive));
  const isNew = { name: "is_new_at_center", ok: true, detail: say(sentences.product_is_new_at_center) };
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
  { name: "center_belongs_to_business", ok: true, detail: say(sentences.center_is_own) },
  { name: "stock_belongs_to_business", ok: true, detail: say(sentences.product_is_own) },
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
export function excessWarnings(heldAtCenters: number, totalStock: number): TemplateSentence[] {
  if (heldAtCenters <= totalStock) return [];
  return [say(sentences.centers_exceed_total, { held: heldAtCenters, total: totalStock })];
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
