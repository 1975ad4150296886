import { newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { requireAsPreviewed } from "@tenant-ops/kit/rpc";
import { normalizeText } from "@tenant-ops/kit/texts";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { CenterStockChangedSchema, CountStockPreviewSchema, StockLowSchema } from "@tenant-ops/proto/supply";
import {
  type ChangeReason,
  fallsBelowAlert,
  type QuantityChange,
  requireCenterAndStock,
  stockAtCenterKey,
  type StockChange,
} from "../center-stocks/center-stocks.rules.js";
import {
  changeStock,
  findCenterStockById,
  findCenterStocks,
  sumAtCenters,
} from "../center-stocks/center-stocks.store.js";
import { loadNames } from "../center-stocks/center-stocks.verbs.js";
import { findCenter } from "../centers/centers.store.js";
import { findStock } from "../stocks/stocks.store.js";
import {
  type CountRequest,
  type MovementPlan,
  orderSteps,
  planCount,
  planReceiving,
  planTransfer,
  type ReceiveRequest,
  reviewCount,
  type ReviewFacts,
  reviewReceiving,
  reviewTransfer,
  type TransferRequest,
} from "./movements.rules.js";
import type { Movement } from "./movements.store.js";
import { insertTransfer } from "./transfers.store.js";

interface Noted {
  note: string;
}

const loadCenterStock = (scope: Scope, { centerStockId }: { centerStockId: string }) =>
  findCenterStockById(scope, centerStockId);

/** Adds units that arrived at a center. */
export const receiveStock = defineVerb(() => ({
  load: loadCenterStock,
  plan: (request: ReceiveRequest & Noted, found) => planReceiving(request, found),
  loadFacts: findReviewFacts,
  review: reviewReceiving,
  write: (scope, plan, { note }) => carryOut(scope, plan, toReason("receiving", newId("rcv"), note)),
}));

/** Replaces the quantity of a center by a counted one. */
export const countStock = defineVerb(() => ({
  load: loadCenterStock,
  plan: (request: CountRequest & Noted, found) => planCount(request, found),
  loadFacts: findReviewFacts,
  review: reviewCount,
  write(scope, plan, { note }) {
    requireAsPreviewed(scope.call, CountStockPreviewSchema, { stockBefore: plan.before.currentStock });
    return carryOut(scope, plan, toReason("count", newId("cnt"), note));
  },
}));

/** Moves units from one center to another. */
export const transferStock = defineVerb(() => ({
  async loadBefore(scope, { stockId, fromCenterId, toCenterId }: TransferRequest & Noted) {
    const [stock, fromCenter, toCenter] = await Promise.all([
      findStock(scope, stockId),
      findCenter(scope, fromCenterId),
      findCenter(scope, toCenterId),
    ]);
    return { stock, fromCenter, toCenter };
  },
  async load(scope, { stockId, fromCenterId, toCenterId }, names) {
    const from = { stockId, serviceCenterId: fromCenterId };
    const to = { stockId, serviceCenterId: toCenterId };
    const found = await findCenterStocks(scope, [from, to]);
    const find = (ids: typeof from) => found.get(stockAtCenterKey(ids)) ?? null;
    return { ...names, from: find(from), to: find(to) };
  },
  plan: (request, facts) => planTransfer(request, facts),
  review: reviewTransfer,
  async write(scope, plan, { note }) {
    const transfer = await insertTransfer(scope, plan, normalizeText(note));
    const reason = toReason("transfer", transfer._id, note);
    const movements: Movement[] = [];
    for (const step of orderSteps(plan)) movements.push(await carryOut(scope, step, reason));
    return { transfer, movements };
  },
}));

async function findReviewFacts(scope: Scope, { before }: MovementPlan): Promise<ReviewFacts> {
  const [center, stock, heldAtCenters] = await Promise.all([
    findCenter(scope, before.serviceCenterId),
    findStock(scope, before.stockId),
    sumAtCenters(scope, before.stockId),
  ]);
  return { ...requireCenterAndStock(before, { center, stock }), heldAtCenters };
}

function toReason(reason: ChangeReason["reason"], ref: string, note: string): ChangeReason {
  const text = normalizeText(note);
  return { reason, ref, ...(text && { note: text }) };
}

async function carryOut(scope: WriteScope, plan: MovementPlan, reason: ChangeReason): Promise<Movement> {
  const change = await changeStockAndPublish(scope, plan.before._id, plan.change, reason);
  // Inside one transaction the plan and the change see the same quantity.
  if (!change) throw new Error("a movement was planned for a center stock that cannot be changed");
  return change.movement;
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
