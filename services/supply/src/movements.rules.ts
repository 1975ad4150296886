import { invalid, notFound, refused, type Refusal } from "@tenant-ops/kit/errors";
import { type Named, ownCenterAndStock, unitsMax } from "./center-stocks.rules.js";
import type { CenterStock } from "./center-stocks.store.js";

export interface Transfer {
  stockId: string;
  fromCenterId: string;
  toCenterId: string;
  quantity: number;
}

export interface FoundForTransfer {
  stock: Named["stock"];
  fromCenter: Named["center"];
  toCenter: Named["center"];
  /** What the two centers hold of the product; null where a center does not keep it. */
  from: CenterStock | null;
  to: CenterStock | null;
}

export interface Step {
  centerStockId: string;
  /** Units added; negative when taken. */
  by: number;
}

/**
 * Whether units may go from one center to another, and the two changes that this is.
 * @returns the changes in the order of their ids, whatever the direction: of two transfers that cross, the second then
 *   meets the first at its first step and not in the middle, where both would have to start again
 */
export function planTransfer(transfer: Transfer, found: FoundForTransfer): readonly Step[] {
  const { stockId, fromCenterId, toCenterId, quantity } = transfer;
  const { stock, from, to } = found;
  if (fromCenterId === toCenterId) throw invalid("toCenterId", "is the center that the units come from.");
  ownCenterAndStock({ stockId, serviceCenterId: fromCenterId }, { stock, center: found.fromCenter });
  ownCenterAndStock({ stockId, serviceCenterId: toCenterId }, { stock, center: found.toCenter });
  if (!from || from.currentStock < quantity) throw insufficientStock(from?.currentStock ?? 0, quantity);
  if (!to) {
    const detail = "The receiving center does not keep this product yet; supply_propose_service_center_stock adds it.";
    throw refused("center_stock_not_found", detail);
  }
  if (to.currentStock > unitsMax - quantity) throw tooMuch(to.currentStock);
  const steps = [
    { centerStockId: from._id, by: -quantity },
    { centerStockId: to._id, by: quantity },
  ];
  return steps.toSorted((a, b) => (a.centerStockId < b.centerStockId ? -1 : 1));
}

export function insufficientStock(held: number, asked: number): Refusal {
  return refused("insufficient_stock", `The center holds ${held}; ${asked} were asked for.`);
}

export function centerStockNotFound(id: string): Refusal {
  return notFound("center_stock", id, { listWith: "supply_list_service_center_stocks" });
}

export function tooMuch(held: number): Refusal {
  return refused("stock_limit_exceeded", `A center holds at most ${unitsMax} of a product; ${held} are there.`);
}
