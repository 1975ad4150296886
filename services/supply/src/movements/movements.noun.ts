import { parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, createRestRowsWriter } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { createRowsWriter } from "@tenant-ops/kit/rpc";
import { normalizeText } from "@tenant-ops/kit/texts";
import { ListMovementsResponseSchema, SupplyService } from "@tenant-ops/proto/supply";
import * as routes from "@tenant-ops/rest/supply";
import { requireCenterStock } from "../center-stocks/center-stocks.rules.js";
import { findCenterStockById } from "../center-stocks/center-stocks.store.js";
import { ledgerAudits } from "../ledger/ledger-audit.js";
import { ledgerCheckpointCollection } from "../ledger/ledger-checkpoints.store.js";
import { stockMovementHistory } from "../ledger/ledger-history.js";
import { requireNamedRecords } from "../named-records.js";
import { type MovementPlan, requireMovement, type ReviewFacts } from "./movements.rules.js";
import {
  findMovement,
  isMovementReason,
  listLedger,
  listMovements,
  type Movement,
  movementIndexes,
} from "./movements.store.js";
import { countStock, receiveStock } from "./movements.verbs.js";

const writeLedger = createRowsWriter(ListMovementsResponseSchema, { id: "_id" });
const writeMovements = createRestRowsWriter(routes.listMovements);
const writeCenterMovements = createRestRowsWriter(routes.listCenterStockMovements);

/** The ledger, and the changes of quantities without a withdrawal, which write rows of it. */
export const movements = defineNoun({
  api: SupplyService,
  collections: {
    stock_movements: {
      indexes: movementIndexes,
      retention: { kept: "by_rule", kind: "stockMovements" },
      personal: "Quantities; the withdrawal says who received them.",
    },
    // Found by id.
    [ledgerCheckpointCollection]: { indexes: [], retention: { kept: "always" }, personal: "Quantities." },
  },
  history: [stockMovementHistory],
  audits: ledgerAudits,
  verbs: { receiveStock, countStock },

  rpcs: ({ receiveStock, countStock }, reads) => ({
    async listMovements({ centerStockId, reason, dateFrom, dateTo, limit, cursor }, call) {
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireCenterStock(await findCenterStockById(scope, centerStockId), centerStockId);
      const filter = { reason: isMovementReason(reason) ? reason : "", range } as const;
      return writeLedger(await listLedger(scope, centerStockId, filter, { limit, cursor }));
    },
    proposeReceiveStock: (request, call) =>
      receiveStock.preview(call, request, (plan, facts) => toStockChangePreview(plan, facts, request.note)),
    approveReceiveStock: async (request, call) => toStockChange(await receiveStock(call, request)),
    proposeCountStock: (request, call) =>
      countStock.preview(call, request, (plan, facts) => toStockChangePreview(plan, facts, request.note)),
    approveCountStock: async (request, call) => toStockChange(await countStock(call, request)),
  }),

  http(app, { receiveStock, countStock }, reads) {
    bindRoute(app, routes.listMovements, async ({ call, query }) => {
      const { serviceCenterId, ref, reason, dateFrom, dateTo, ...page } = query;
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      await requireNamedRecords(scope, { centerIds: [serviceCenterId] });
      return writeMovements(await listMovements(scope, { serviceCenterId, ref, reason, range }, page));
    });
    bindRoute(app, routes.getMovement, async ({ call, params: { id } }) =>
      toReply(requireMovement(await findMovement(reads.scope(call), id), id)),
    );
    bindRoute(app, routes.listCenterStockMovements, async ({ call, params: { id }, query }) => {
      const { reason, dateFrom, dateTo, ...page } = query;
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      requireCenterStock(await findCenterStockById(scope, id), id);
      return writeCenterMovements(await listLedger(scope, id, { reason, range }, page));
    });
    bindRoute(app, routes.receiveStock, async ({ call, params: { id: centerStockId }, body }) =>
      toReply(await receiveStock(call, { centerStockId, ...body })),
    );
    bindRoute(app, routes.countStock, async ({ call, params: { id: centerStockId }, body }) =>
      toReply(await countStock(call, { centerStockId, ...body })),
    );
  },
});

function toReply({ at, note = "", ...movement }: Movement) {
  return { ...movement, note, at: at.toISOString() };
}

/** How movements and their previews look in the answers of the tools. */

export function toStockChange({ ref: id, centerStockId, stockId, serviceCenterId, delta, quantityAfter }: Movement) {
  const stockAfter = quantityAfter;
  return { id, centerStockId, stockId, serviceCenterId, delta, stockBefore: stockAfter - delta, stockAfter };
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
    note: normalizeText(note),
  };
}
