import type { WriteScope } from "@tenant-ops/kit/data";
import { CenterStockChangedSchema, StockLowSchema } from "@tenant-ops/proto/supply";
import { fallsBelowAlert } from "./center-stocks.rules.js";
import { changeStock } from "./center-stocks.store.js";
import type { ChangeReason, QuantityChange, StockChange } from "./center-stocks.types.js";

/**
 * Changes a quantity with its ledger row, and publishes what changed: `StockLow` when the stock falls below its alert, and
 * `CenterStockChanged` unless a count confirmed the quantity.
 * @returns null, without any change or event, in the cases of `changeStock`
 */
export async function changeStockAndPublish(
  scope: WriteScope,
  centerStockId: string,
  quantity: QuantityChange,
  { reason, ...details }: ChangeReason,
): Promise<StockChange | null> {
  const change = await changeStock(scope, centerStockId, quantity, { reason, ...details });
  if (!change) return null;
  const { before, delta, stockAfter } = change;
  const { stockId, serviceCenterId, minStockAlert, criticality } = before;
  const ids = { centerStockId, stockId, serviceCenterId };
  if (fallsBelowAlert(before, stockAfter)) {
    await scope.publish(StockLowSchema, { ...ids, currentStock: stockAfter, minStockAlert, criticality, reason });
  }
  if (delta !== 0) {
    const result = { delta, quantityAfter: stockAfter, reason, reference: details.ref };
    await scope.publish(CenterStockChangedSchema, { ...ids, ...result });
  }
  return change;
}
