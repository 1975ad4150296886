import { invalid, notFound, type Refusal, refused } from "@tenant-ops/kit/errors";
import { type CenterAndStock, insufficientStock, requireCenterAndStock } from "./center-stocks.rules.js";
import { type CenterStock, unitsMax } from "./center-stocks.types.js";

export interface TransferRequest {
  stockId: string;
  fromCenterId: string;
  toCenterId: string;
  quantity: number;
}

export interface TransferFacts {
  stock: CenterAndStock["stock"];
  fromCenter: CenterAndStock["center"];
  toCenter: CenterAndStock["center"];
  /** What the two centers hold of the product; null when a center does not keep it. */
  from: CenterStock | null;
  to: CenterStock | null;
}

export interface TransferStep {
  centerStockId: string;
  /** Units added; negative when units are taken. */
  by: number;
}

/**
 * Decides whether units may move from one center to another.
 * @returns the two changes, ordered by id and not by direction: two transfers in opposite directions then conflict at their
 *   first change, before either has done most of its work
 */
export function planTransfer(transfer: TransferRequest, facts: TransferFacts): readonly TransferStep[] {
  const { stockId, fromCenterId, toCenterId, quantity } = transfer;
  const { stock, from, to } = facts;
  if (fromCenterId === toCenterId) throw invalid("toCenterId", "is the center that the units come from.");
  requireCenterAndStock({ stockId, serviceCenterId: fromCenterId }, { stock, center: facts.fromCenter });
  requireCenterAndStock({ stockId, serviceCenterId: toCenterId }, { stock, center: facts.toCenter });
  if (!from || from.currentStock < quantity) throw insufficientStock(from?.currentStock ?? 0, quantity);
  if (!to) {
    const detail = "The receiving center does not keep this product yet; supply_propose_service_center_stock adds it.";
    throw refused("center_stock_not_found", detail);
  }
  if (to.currentStock > unitsMax - quantity) throw stockLimitExceeded(to.currentStock);
  const steps = [
    { centerStockId: from._id, by: -quantity },
    { centerStockId: to._id, by: quantity },
  ];
  return steps.toSorted((a, b) => (a.centerStockId < b.centerStockId ? -1 : 1));
}

export function centerStockNotFound(id: string): Refusal {
  return notFound("center_stock", id, { listWith: "supply_list_service_center_stocks" });
}

export function stockLimitExceeded(held: number): Refusal {
  return refused("stock_limit_exceeded", `A center holds at most ${unitsMax} of a product; ${held} are there.`);
}
