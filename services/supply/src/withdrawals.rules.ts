import { requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import type { WithdrawalRequest } from "@tenant-ops/proto/supply";
import { excessWarnings, type Named, ownCenterAndStock, ownershipChecks } from "./center-stocks.rules.js";
import type { CenterStock } from "./center-stocks.store.js";
import { insufficientStock } from "./movements.rules.js";
import { isWithdrawalType, unknownType } from "./withdrawal-types.rules.js";

/** What a withdrawal is judged by. */
export interface FoundForWithdrawal extends Named {
  /** As it is before the withdrawal; null when the center does not keep the product. */
  centerStock: Pick<CenterStock, "currentStock" | "minStockAlert"> | null;
  /** The withdrawal types that the business has beside the standard ones. */
  ownTypes: readonly string[];
}

/** What a withdrawal does, with the names of this moment. */
export interface WithdrawalPlan {
  stockId: string;
  productName: string;
  serviceCenterId: string;
  serviceCenterName: string;
  workerId: string;
  email: string;
  quantity: number;
  withdrawalType: string;
  entregador: string;
  tipoEntrega: string;
  ciudad: string;
  talla: string;
  stockBefore: number;
  stockAfter: number;
  leavesLowStock: boolean;
}

/**
 * Whether a withdrawal may happen, and what it would do.
 * Proposing shows this plan; approving makes it again and carries it out.
 */
export function planWithdrawal(request: WithdrawalRequest, found: FoundForWithdrawal): WithdrawalPlan {
  const { center, stock } = ownCenterAndStock(request, found);
  const withdrawalType = typeOf(request);
  if (!isWithdrawalType(withdrawalType, found.ownTypes)) throw unknownType(withdrawalType);

  const { quantity } = request;
  const stockBefore = found.centerStock?.currentStock ?? 0;
  if (!found.centerStock || stockBefore < quantity) throw insufficientStock(stockBefore, quantity);

  const stockAfter = stockBefore - quantity;
  // Field by field: a spread of a protobuf message loses the defaults of the fields the caller left out, they live on its
  // prototype.
  return {
    stockId: stock._id,
    productName: stock.productName,
    serviceCenterId: center._id,
    serviceCenterName: center.name,
    workerId: requireText("worker_id", request.workerId),
    email: request.email,
    quantity,
    withdrawalType,
    entregador: request.entregador,
    tipoEntrega: request.tipoEntrega,
    ciudad: request.ciudad,
    talla: request.talla,
    stockBefore,
    stockAfter,
    leavesLowStock: stockAfter < found.centerStock.minStockAlert,
  };
}

/** An empty text means the default, here as in every create. */
export function typeOf({ withdrawalType }: WithdrawalRequest): string {
  return withdrawalType.trim().toLowerCase() || "insumos";
}

/**
 * What a person should know before saying yes.
 * @param heldAtCenters what all centers hold of the product now
 */
export function reviewWithdrawal(
  plan: WithdrawalPlan,
  found: FoundForWithdrawal,
  heldAtCenters: number,
): PreviewReview {
  const { stockBefore, stockAfter, quantity, leavesLowStock } = plan;
  const warnings = ["Nothing is reserved: until it is approved, others may take these units."];
  if (leavesLowStock) {
    const alert = found.centerStock?.minStockAlert ?? 0;
    warnings.push(`It leaves the center low: ${stockAfter} are left, the alert is ${alert}.`);
  }
  if (found.center && !found.center.isActive) warnings.push("The center is not active.");
  if (found.stock) warnings.push(...excessWarnings(heldAtCenters, found.stock.totalStock));
  const detail = `The center holds ${stockBefore}; ${quantity} are asked for.`;
  return { checks: [...ownershipChecks, { name: "enough_stock", ok: true, detail }], warnings };
}
