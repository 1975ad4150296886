import type { TransferStockRequest } from "@tenant-ops/proto/supply";
import type { StockChange } from "./center-stocks.types.js";
import type { MovementPlan, ReviewFacts, TransferPlan } from "./movements.rules.js";

/** How movements and their previews look in the answers of the tools. */

export function toStockChange({ movement: { ref: id }, before, delta, stockAfter }: StockChange) {
  const { _id: centerStockId, stockId, serviceCenterId, currentStock: stockBefore } = before;
  return { id, centerStockId, stockId, serviceCenterId, delta, stockBefore, stockAfter };
}

export function toStockChangePreview(
  { before, stockAfter }: MovementPlan,
  { center, stock }: Pick<ReviewFacts, "center" | "stock">,
  note: string,
) {
  return {
    centerStockId: before._id,
    stockId: stock._id,
    productName: stock.productName,
    serviceCenterId: center._id,
    serviceCenterName: center.name,
    delta: stockAfter - before.currentStock,
    stockBefore: before.currentStock,
    stockAfter,
    leavesLowStock: stockAfter < before.minStockAlert,
    note: note.trim(),
  };
}

export function toTransferPreview(
  { stock, fromCenter, toCenter, from, to }: TransferPlan,
  { quantity, note }: TransferStockRequest,
) {
  return {
    stockId: stock._id,
    productName: stock.productName,
    quantity,
    from: toStockChangePreview(from, { center: fromCenter, stock }, note),
    to: toStockChangePreview(to, { center: toCenter, stock }, note),
    note: note.trim(),
  };
}
