import { checkAll, fieldName, notFound, quote, refused, requestName, wording } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { supplySentences as sentences } from "@tenant-ops/proto/sentences/supply";
import type { WithdrawalRequest as WithdrawalMessage } from "@tenant-ops/proto/supply";
import { normalizeText, say } from "@tenant-ops/kit/texts";
import {
  type CenterStock,
  excessWarnings,
  insufficientStock,
  ownershipChecks,
  requireCenterAndStock,
  stockAtCenterKey,
} from "../center-stocks/center-stocks.rules.js";
import type { Center } from "../centers/centers.rules.js";
import type { Stock } from "../stocks/stocks.rules.js";

export type WithdrawalRequest = FieldsOf<WithdrawalMessage>;

/** The records that one withdrawal request names. A record is null when this business has none with that id. */
export interface WithdrawalFacts {
  center: Center | null;
  stock: Stock | null;
  /** As it is before the withdrawal; null when the center does not keep the product. */
  centerStock: CenterStock | null;
  /** The withdrawal types that the business has added to the standard ones. */
  customTypes: readonly string[];
}

/** The records that several withdrawal requests name, read together. */
export interface WithdrawalContext {
  centers: Map<string, Center>;
  stocks: Map<string, Stock>;
  /** Keyed by `stockAtCenterKey`. Within a batch, each planned withdrawal lowers `currentStock` here for the next one. */
  centerStocks: Map<string, CenterStock>;
  customTypes: readonly string[];
}

/** The withdrawal types of every business. The words are the specification's and are not translated. */
export const standardTypes: readonly string[] = ["insumos", "uniformes", "premios", "equipo", "merma", "otro"];

/**
 * Decides whether a withdrawal may happen, and what it does. Proposing shows this plan; approving makes it again and carries
 * it out. Names are copied as they are now, so that the history stays true after a rename.
 * @throws Refusal center_not_found, stock_not_found, unknown_withdrawal_type, insufficient_stock, invalid_argument
 */
export function planWithdrawal(request: WithdrawalRequest, facts: WithdrawalFacts) {
  const { centerStock } = facts;
  const { records, withdrawalType, workerId } = checkAll({
    records: () => requireCenterAndStock(request, facts),
    withdrawalType: () => requireWithdrawalType(request, facts),
    workerId: () => requireText("worker_id", request.workerId),
  });
  const { center, stock } = records;

  const { quantity } = request;
  const stockBefore = centerStock?.currentStock ?? 0;
  if (!centerStock || stockBefore < quantity) throw insufficientStock(stockBefore, quantity);

  const stockAfter = stockBefore - quantity;
  // The fields are copied one by one: a protobuf message keeps the defaults of absent fields on its prototype, and a spread
  // would lose them.
  return {
    stockId: stock._id,
    productName: stock.productName,
    serviceCenterId: center._id,
    serviceCenterName: center.name,
    workerId,
    email: request.email,
    quantity,
    withdrawalType,
    entregador: normalizeText(request.entregador),
    tipoEntrega: normalizeText(request.tipoEntrega),
    ciudad: normalizeText(request.ciudad),
    talla: normalizeText(request.talla),
    stockBefore,
    stockAfter,
    leavesLowStock: stockAfter < centerStock.minStockAlert,
  };
}

export type WithdrawalPlan = ReturnType<typeof planWithdrawal>;

/** What a withdrawal keeps of the worker beside who it is, and what an erasure writes in its place. */
export const workerDetails = { ciudad: "", talla: "" } as const satisfies Partial<WithdrawalPlan>;

/** A withdrawal that was carried out, as it is stored. */
export interface Withdrawal extends Omit<WithdrawalPlan, "leavesLowStock"> {
  _id: string;
  status: "delivered";
  createdAt: Date;
  /** Id of the API key that approved it. */
  createdBy: string;
  requestId: string;
}

/** Absent fields do not filter. */
export type WithdrawalFilter = Partial<Pick<Withdrawal, "serviceCenterId" | "stockId" | "workerId" | "withdrawalType">>;

/** Picks the records that one request names out of those read for all requests. */
export function selectFacts(request: WithdrawalRequest, context: WithdrawalContext): WithdrawalFacts {
  return {
    center: context.centers.get(request.serviceCenterId) ?? null,
    stock: context.stocks.get(request.stockId) ?? null,
    centerStock: context.centerStocks.get(stockAtCenterKey(request)) ?? null,
    customTypes: context.customTypes,
  };
}

/** Whether the request can only be decided with the types that the business has added. Most use a standard type. */
export function needsCustomTypes(request: WithdrawalRequest): boolean {
  return !standardTypes.includes(parseWithdrawalType(request));
}

/** An empty text means the default, here as in every create. */
function parseWithdrawalType({ withdrawalType }: WithdrawalRequest): string {
  return normalizeText(withdrawalType).toLowerCase() || "insumos";
}

/**
 * The checks and warnings of the preview.
 * @param heldAtCenters the units that all centers together hold of the product now
 */
export function reviewWithdrawal(plan: WithdrawalPlan, facts: WithdrawalFacts, heldAtCenters: number): PreviewReview {
  const { stockBefore, stockAfter, quantity, leavesLowStock } = plan;
  const warnings = [say(sentences.nothing_reserved)];
  if (leavesLowStock) {
    const alert = facts.centerStock?.minStockAlert ?? 0;
    warnings.push(say(sentences.leaves_center_low, { left: stockAfter, alert }));
  }
  if (facts.center && !facts.center.isActive) warnings.push(say(sentences.center_inactive));
  if (facts.stock) warnings.push(...excessWarnings(heldAtCenters, facts.stock.totalStock));
  const detail = say(sentences.enough_stock, { held: stockBefore, asked: quantity });
  return { checks: [...ownershipChecks, { name: "enough_stock", ok: true, detail }], warnings };
}

/** The filters of a list, with texts as a withdrawal stores them. Empty ones do not filter. */
export function parseWithdrawalFilter(given: Required<WithdrawalFilter>): WithdrawalFilter {
  const { serviceCenterId, stockId } = given;
  const workerId = normalizeText(given.workerId);
  const withdrawalType = normalizeText(given.withdrawalType).toLowerCase();
  return {
    ...(serviceCenterId && { serviceCenterId }),
    ...(stockId && { stockId }),
    ...(workerId && { workerId }),
    ...(withdrawalType && { withdrawalType }),
  };
}

/** @throws Refusal withdrawal_not_found */
export function requireWithdrawal(found: Withdrawal | null, withdrawalId: string): Withdrawal {
  if (!found) throw notFound("withdrawal", withdrawalId, { listWith: "supply_list_withdrawals" });
  return found;
}

function requireWithdrawalType(request: WithdrawalRequest, { customTypes }: WithdrawalFacts): string {
  const type = parseWithdrawalType(request);
  if (standardTypes.includes(type) || customTypes.includes(type)) return type;
  throw refused(
    "unknown_withdrawal_type",
    wording`${fieldName("withdrawal_type")}: ${quote(type)} is no withdrawal type of this business. Valid are ${listTypes(customTypes)}: see ${requestName("service://supply/schema/withdrawals")}.`,
  );
}

/** A refusal stays short, however many types the business has added. */
const listedTypesMax = 30;

function listTypes(customTypes: readonly string[]): string {
  const types = [...standardTypes, ...customTypes];
  const more = types.length > listedTypesMax ? " and others" : "";
  return `${types.slice(0, listedTypesMax).join(", ")}${more}`;
}
