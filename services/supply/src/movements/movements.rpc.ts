import { type Database, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { createRowsWriter, type RpcHandlers } from "@tenant-ops/kit/rpc";
import { ListMovementsResponseSchema, type SupplyService, type TransferStockRequest } from "@tenant-ops/proto/supply";
import { normalizeText } from "@tenant-ops/kit/texts";
import { requireCenterAndStock, requireCenterStock } from "../center-stocks/center-stocks.rules.js";
import { findCenterStockById, sumAtCenters } from "../center-stocks/center-stocks.store.js";
import type { StockChange } from "../center-stocks/center-stocks.types.js";
import { findCenter } from "../centers/centers.store.js";
import { countStock, findTransferNames, findTransferStocks, receiveStock, transferStock } from "./movements.changes.js";
import {
  type MovementPlan,
  planCount,
  planReceiving,
  planTransfer,
  reviewCount,
  type ReviewFacts,
  reviewReceiving,
  reviewTransfer,
  type TransferPlan,
} from "./movements.rules.js";
import { listRawLedger } from "./movements.store.js";
import { isMovementReason } from "./movements.types.js";
import { findStock } from "../stocks/stocks.store.js";

type MovementRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  | "listMovements"
  | "proposeReceiveStock"
  | "approveReceiveStock"
  | "proposeTransferStock"
  | "approveTransferStock"
  | "proposeCountStock"
  | "approveCountStock"
>;

const writeLedger = createRowsWriter(ListMovementsResponseSchema, { id: "_id" });

/** Changes of quantities without a withdrawal, and the ledger. */
export function movementRpcs(db: Database): MovementRpcs {
  return {
    async listMovements({ centerStockId, reason, dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireCenterStock(await findCenterStockById(scope, centerStockId), centerStockId);
      const filter = { reason: isMovementReason(reason) ? reason : "", range } as const;
      const page = await listRawLedger(scope, centerStockId, filter, { limit, cursor });
      return writeLedger(page);
    },

    async proposeReceiveStock(request, call) {
      const scope = db.scope(call);
      const plan = planReceiving(request, await findCenterStockById(scope, request.centerStockId));
      const facts = await findReviewFacts(scope, plan);
      return { preview: toStockChangePreview(plan, facts, request.note), ...reviewReceiving(plan, facts) };
    },

    async approveReceiveStock(request, call) {
      return db.transaction(call, async (scope) => toStockChange(await receiveStock(scope, request, request.note)));
    },

    async proposeTransferStock(request, call) {
      const scope = db.scope(call);
      const names = await findTransferNames(scope, request);
      const facts = { ...names, ...(await findTransferStocks(scope, request)) };
      const plan = planTransfer(request, facts);
      return { preview: toTransferPreview(plan, request), ...reviewTransfer(plan) };
    },

    async approveTransferStock(request, call) {
      const names = await findTransferNames(db.scope(call), request);
      return db.transaction(call, async (scope) => {
        const { transfer, changes } = await transferStock(scope, request, names, request.note);
        const { _id: id, stockId, quantity } = transfer;
        return { id, stockId, quantity, movements: changes.map(toStockChange) };
      });
    },

    async proposeCountStock(request, call) {
      const scope = db.scope(call);
      const plan = planCount(request, await findCenterStockById(scope, request.centerStockId));
      const facts = await findReviewFacts(scope, plan);
      return { preview: toStockChangePreview(plan, facts, request.note), ...reviewCount(plan, facts) };
    },

    async approveCountStock(request, call) {
      return db.transaction(call, async (scope) => toStockChange(await countStock(scope, request, request.note)));
    },
  };
}

async function findReviewFacts(scope: Scope, { before }: MovementPlan): Promise<ReviewFacts> {
  const [center, stock, heldAtCenters] = await Promise.all([
    findCenter(scope, before.serviceCenterId),
    findStock(scope, before.stockId),
    sumAtCenters(scope, before.stockId),
  ]);
  return { ...requireCenterAndStock(before, { center, stock }), heldAtCenters };
}

/** How movements and their previews look in the answers of the tools. */

function toStockChange({ movement: { ref: id }, before, delta, stockAfter }: StockChange) {
  const { _id: centerStockId, stockId, serviceCenterId, currentStock: stockBefore } = before;
  return { id, centerStockId, stockId, serviceCenterId, delta, stockBefore, stockAfter };
}

function toStockChangePreview(
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
    note: normalizeText(note),
  };
}

function toTransferPreview(
  { stock, fromCenter, toCenter, from, to }: TransferPlan,
  { quantity, note }: TransferStockRequest,
) {
  return {
    stockId: stock._id,
    productName: stock.productName,
    quantity,
    from: toStockChangePreview(from, { center: fromCenter, stock }, note),
    to: toStockChangePreview(to, { center: toCenter, stock }, note),
    note: normalizeText(note),
  };
}
