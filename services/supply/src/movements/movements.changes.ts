import { newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { requireAsPreviewed } from "@tenant-ops/kit/rpc";
import { CenterStockChangedSchema, CountStockPreviewSchema, StockLowSchema } from "@tenant-ops/proto/supply";
import { normalizeText } from "@tenant-ops/kit/texts";
import { fallsBelowAlert } from "../center-stocks/center-stocks.rules.js";
import { loadNames } from "../center-stocks/center-stocks.changes.js";
import { changeStock, findCenterStockById, findCenterStocks } from "../center-stocks/center-stocks.store.js";
import {
  type ChangeReason,
  type QuantityChange,
  stockAtCenterKey,
  type StockChange,
} from "../center-stocks/center-stocks.types.js";
import { findCenter } from "../centers/centers.store.js";
import {
  type CountRequest,
  type MovementPlan,
  orderSteps,
  planCount,
  planReceiving,
  planTransfer,
  type ReceiveRequest,
  type TransferFacts,
  type TransferRequest,
} from "./movements.rules.js";
import { findStock } from "../stocks/stocks.store.js";
import { insertTransfer } from "./transfers.store.js";
import type { Transfer } from "./movements.types.js";

// What the tools and the REST routes do in their transaction. Each function makes the plan again that the preview showed.

/** @throws Refusal as `planReceiving` */
export async function receiveStock(scope: WriteScope, request: ReceiveRequest, note = ""): Promise<StockChange> {
  const plan = planReceiving(request, await findCenterStockById(scope, request.centerStockId));
  return carryOut(scope, plan, toReason("receiving", newId("rcv"), note));
}

/** @throws Refusal as `planCount`, preview_changed */
export async function countStock(scope: WriteScope, request: CountRequest, note = ""): Promise<StockChange> {
  const plan = planCount(request, await findCenterStockById(scope, request.centerStockId));
  requireAsPreviewed(scope.call, CountStockPreviewSchema, { stockBefore: plan.before.currentStock });
  return carryOut(scope, plan, toReason("count", newId("cnt"), note));
}

/**
 * @param names from `findTransferNames`
 * @throws Refusal as `planTransfer`
 */
export async function transferStock(
  scope: WriteScope,
  request: TransferRequest,
  names: TransferNames,
  note = "",
): Promise<{ transfer: Transfer; changes: StockChange[] }> {
  const plan = planTransfer(request, { ...names, ...(await findTransferStocks(scope, request)) });
  const transfer = await insertTransfer(scope, plan, normalizeText(note));
  const reason = toReason("transfer", transfer._id, note);
  const changes: StockChange[] = [];
  for (const step of orderSteps(plan)) changes.push(await carryOut(scope, step, reason));
  return { transfer, changes };
}

type TransferNames = Pick<TransferFacts, "stock" | "fromCenter" | "toCenter">;

/** No transfer changes these records, so they are read before its transaction: a shorter transaction has fewer write conflicts. */
export async function findTransferNames(scope: Scope, request: TransferRequest): Promise<TransferNames> {
  const [stock, fromCenter, toCenter] = await Promise.all([
    findStock(scope, request.stockId),
    findCenter(scope, request.fromCenterId),
    findCenter(scope, request.toCenterId),
  ]);
  return { stock, fromCenter, toCenter };
}

export async function findTransferStocks(scope: Scope, request: TransferRequest) {
  const { stockId, fromCenterId, toCenterId } = request;
  const from = { stockId, serviceCenterId: fromCenterId };
  const to = { stockId, serviceCenterId: toCenterId };
  const found = await findCenterStocks(scope, [from, to]);
  return { from: found.get(stockAtCenterKey(from)) ?? null, to: found.get(stockAtCenterKey(to)) ?? null };
}

function toReason(reason: ChangeReason["reason"], ref: string, note: string): ChangeReason {
  const text = normalizeText(note);
  return { reason, ref, ...(text && { note: text }) };
}

async function carryOut(scope: WriteScope, plan: MovementPlan, reason: ChangeReason): Promise<StockChange> {
  const change = await changeStockAndPublish(scope, plan.before._id, plan.change, reason);
  // Inside one transaction the plan and the change see the same quantity.
  if (!change) throw new Error("a movement was planned for a center stock that cannot be changed");
  return change;
}

/**
 * Changes a quantity with its ledger row, and publishes what changed: `StockLow` when the stock falls below its alert, and
 * `CenterStockChanged` unless a count confirmed the quantity.
 * @returns null, without any change or event, in the cases of `changeStock`
 */
async function changeStockAndPublish(
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
    const getNames = await loadNames(scope, [before]);
    const names = getNames(before);
    await scope.publish(StockLowSchema, {
      ...ids,
      ...names,
      currentStock: stockAfter,
      minStockAlert,
      criticality,
      reason,
    });
  }
  if (delta !== 0) {
    const result = { delta, quantityAfter: stockAfter, reason, reference: details.ref };
    await scope.publish(CenterStockChangedSchema, { ...ids, ...result });
  }
  return change;
}
