import { conflict, invalid, notFound, type Refusal, refused, requestName, wording } from "@tenant-ops/kit/errors";
import type { PreviewReview } from "@tenant-ops/kit/rpc";
import { say, type SignedNumber, type TemplateSentence } from "@tenant-ops/kit/texts";
import { supplySentences as sentences } from "@tenant-ops/proto/sentences/supply";
import {
  type CenterAndStock,
  type CenterStock,
  centerStockNotFound,
  excessWarnings,
  insufficientStock,
  ownershipChecks,
  type QuantityChange,
  requireCenterAndStock,
  unitsMax,
} from "../center-stocks/center-stocks.rules.js";
import type { Center } from "../centers/centers.rules.js";
import type { Stock } from "../stocks/stocks.rules.js";
import type { Movement } from "./movements.store.js";

/** Units that were moved from one center to another. Its two ledger rows have its id as `ref`. */
export interface Transfer {
  _id: string;
  stockId: string;
  fromCenterId: string;
  toCenterId: string;
  quantity: number;
  note: string;
  /** What each center held afterwards. */
  fromStockAfter: number;
  toStockAfter: number;
  createdAt: Date;
  /** Id of the API key. */
  createdBy: string;
}

/** Units that arrived at a center. */
export interface ReceiveRequest {
  centerStockId: string;
  quantity: number;
}

/** Units that a person has counted at a center. */
export interface CountRequest {
  centerStockId: string;
  counted: number;
  /** What the caller believes to be stored. */
  expectedStock?: number | undefined;
}

/** Units that move from one center to another. */
export interface TransferRequest {
  stockId: string;
  fromCenterId: string;
  toCenterId: string;
  quantity: number;
}

/** What a receiving, a count or one side of a transfer does to a center stock. */
export interface MovementPlan {
  /** The center stock before it. */
  before: CenterStock;
  change: QuantityChange;
  stockAfter: number;
}

/** What a transfer does at its two centers. */
export interface TransferPlan {
  quantity: number;
  stock: Stock;
  fromCenter: Center;
  toCenter: Center;
  from: MovementPlan;
  to: MovementPlan;
}

/** @throws Refusal center_stock_not_found, stock_limit_exceeded */
export function planReceiving({ centerStockId, quantity }: ReceiveRequest, found: CenterStock | null): MovementPlan {
  if (!found) throw centerStockNotFound(centerStockId);
  if (found.currentStock > unitsMax - quantity) throw stockLimitExceeded(found.currentStock);
  return { before: found, change: { by: quantity }, stockAfter: found.currentStock + quantity };
}

/** @throws Refusal center_stock_not_found, stock_changed */
export function planCount(request: CountRequest, found: CenterStock | null): MovementPlan {
  const { centerStockId, counted, expectedStock } = request;
  if (!found) throw centerStockNotFound(centerStockId);
  if (expectedStock !== undefined && expectedStock !== found.currentStock)
    throw conflict(
      "stock_changed",
      `The center holds ${found.currentStock}; ${expectedStock} were expected. Count again.`,
      { held: found.currentStock, expected: expectedStock },
      "expectedStock",
    );
  return { before: found, change: { to: counted }, stockAfter: counted };
}

export interface TransferFacts {
  stock: CenterAndStock["stock"];
  fromCenter: CenterAndStock["center"];
  toCenter: CenterAndStock["center"];
  /** What the two centers hold of the product; null when a center does not keep it. */
  from: CenterStock | null;
  to: CenterStock | null;
}

/**
 * Decides whether units may move from one center to another.
 * @throws Refusal invalid_argument, center_not_found, stock_not_found, insufficient_stock, center_stock_not_found,
 *   stock_limit_exceeded
 */
export function planTransfer(transfer: TransferRequest, facts: TransferFacts): TransferPlan {
  const { stockId, fromCenterId, toCenterId, quantity } = transfer;
  const { from, to } = facts;
  if (fromCenterId === toCenterId)
    throw invalid("to_center_id", "is the center that the units come from.", "same_center");
  const giving = requireCenterAndStock(
    { stockId, serviceCenterId: fromCenterId },
    { ...facts, center: facts.fromCenter },
  );
  const getting = requireCenterAndStock({ stockId, serviceCenterId: toCenterId }, { ...facts, center: facts.toCenter });
  if (!from || from.currentStock < quantity) throw insufficientStock(from?.currentStock ?? 0, quantity);
  if (!to) {
    const detail = wording`The receiving center does not keep this product yet; ${requestName("supply_propose_service_center_stock")} adds it.`;
    throw refused("center_stock_not_found", detail);
  }
  return {
    quantity,
    stock: giving.stock,
    fromCenter: giving.center,
    toCenter: getting.center,
    from: { before: from, change: { by: -quantity }, stockAfter: from.currentStock - quantity },
    to: planReceiving({ centerStockId: to._id, quantity }, to),
  };
}

/**
 * The two changes in the order in which they are written: by id and not by direction. Two transfers in opposite directions
 * then conflict at their first change, before either has done most of its work.
 */
export function orderSteps({ from, to }: TransferPlan): readonly MovementPlan[] {
  return [from, to].toSorted((a, b) => (a.before._id < b.before._id ? -1 : 1));
}

/** What a preview says about the center and the product whose quantity changes. */
export interface ReviewFacts {
  center: Center;
  stock: Stock;
  /** The units that all centers together hold of the product now. */
  heldAtCenters: number;
}

export function reviewReceiving(plan: MovementPlan, { center, stock, heldAtCenters }: ReviewFacts): PreviewReview {
  const { before, stockAfter } = plan;
  const warnings = excessWarnings(heldAtCenters + stockAfter - before.currentStock, stock.totalStock);
  return { checks: [centerStockCheck], warnings: [...warnings, ...lowWarnings(plan), ...inactiveWarnings(center)] };
}

export function reviewCount(plan: MovementPlan, { stock, heldAtCenters }: ReviewFacts): PreviewReview {
  const delta = plan.stockAfter - plan.before.currentStock;
  const warnings =
    delta === 0
      ? [say(sentences.count_confirms)]
      : [say(sentences.count_differs, { stored: plan.before.currentStock, difference: formatDelta(delta) })];
  warnings.push(say(sentences.count_again));
  warnings.push(...excessWarnings(heldAtCenters + delta, stock.totalStock), ...lowWarnings(plan));
  return { checks: [centerStockCheck], warnings };
}

export function reviewTransfer({ from, to, fromCenter, toCenter }: TransferPlan): PreviewReview {
  const { currentStock } = from.before;
  const detail = say(sentences.enough_stock, { held: currentStock, asked: currentStock - from.stockAfter });
  const keeps = { name: "receiver_keeps_product", ok: true, detail: say(sentences.receiver_keeps_product) };
  return {
    checks: [...ownershipChecks, { name: "enough_stock", ok: true, detail }, keeps],
    warnings: [
      say(sentences.nothing_reserved),
      ...lowWarnings(from, fromCenter),
      ...lowWarnings(to, toCenter),
      ...inactiveWarnings(fromCenter),
      ...inactiveWarnings(toCenter),
    ],
  };
}

/** Always passed in a preview: otherwise the request would have been refused. */
const centerStockCheck = {
  name: "center_stock_belongs_to_business",
  ok: true,
  detail: say(sentences.center_stock_is_own),
};

function lowWarnings({ before, stockAfter }: MovementPlan, center?: Center): TemplateSentence[] {
  if (stockAfter >= before.minStockAlert) return [];
  const numbers = { units: stockAfter, alert: before.minStockAlert };
  return [
    center
      ? say(sentences.named_low_afterwards, { center: center.name, ...numbers })
      : say(sentences.low_afterwards, numbers),
  ];
}

const inactiveWarnings = ({ isActive, name }: Center): TemplateSentence[] =>
  isActive ? [] : [say(sentences.named_center_inactive, { center: name })];

const formatDelta = (delta: number): SignedNumber => (delta > 0 ? `+${delta}` : `-${-delta}`);

/** @throws Refusal movement_not_found */
export function requireMovement(found: Movement | null, movementId: string): Movement {
  if (!found) throw notFound("movement", movementId, { listWith: "supply_list_movements" });
  return found;
}

/** @throws Refusal transfer_not_found */
export function requireTransfer(found: Transfer | null, transferId: string): Transfer {
  if (!found) throw notFound("transfer", transferId, { listWith: "GET /v1/public/supply/transfers" });
  return found;
}

function stockLimitExceeded(held: number): Refusal {
  const detail = `A center holds at most ${unitsMax} of a product; ${held} are there.`;
  return refused("stock_limit_exceeded", detail, { max: unitsMax, held }, "quantity");
}
