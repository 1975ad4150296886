import { parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, createRestRowsWriter } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { findByAge } from "@tenant-ops/kit/retention";
import { normalizeText } from "@tenant-ops/kit/texts";
import { SupplyService, type TransferStockRequest } from "@tenant-ops/proto/supply";
import * as routes from "@tenant-ops/rest/supply";
import { requireNamedRecords } from "../named-records.js";
import { toStockChange, toStockChangePreview } from "./movements.noun.js";
import { requireTransfer, type Transfer, type TransferPlan } from "./movements.rules.js";
import { transferStock } from "./movements.verbs.js";
import { findTransfer, listTransfers, transferIndexes } from "./transfers.store.js";

const writeTransfers = createRestRowsWriter(routes.listTransfers);

/** Units that move from one center to another. */
export const transfers = defineNoun({
  api: SupplyService,
  collections: {
    transfers: {
      indexes: transferIndexes,
      retention: { kept: "by_rule", kind: "transfers" },
      personal: "Quantities and places.",
    },
  },
  // Transfers have ended when they are stored.
  history: [
    {
      name: "transfers",
      collections: ["transfers"],
      timeField: "createdAt",
      find: (scope, search) => findByAge(scope, "transfers", search),
    },
  ],
  verbs: { transferStock },

  rpcs: ({ transferStock }) => ({
    proposeTransferStock: (request, call) =>
      transferStock.preview(call, request, (plan) => toTransferPreview(plan, request)),
    async approveTransferStock(request, call) {
      const { transfer, movements } = await transferStock(call, request);
      const { _id: id, stockId, quantity } = transfer;
      return { id, stockId, quantity, movements: movements.map(toStockChange) };
    },
  }),

  http(app, { transferStock }, reads) {
    bindRoute(app, routes.listTransfers, async ({ call, query }) => {
      const { stockId, fromCenterId, toCenterId, dateFrom, dateTo, ...page } = query;
      const scope = reads.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      await requireNamedRecords(scope, { centerIds: [fromCenterId, toCenterId], stockId });
      const filter = {
        ...(stockId && { stockId }),
        ...(fromCenterId && { fromCenterId }),
        ...(toCenterId && { toCenterId }),
      };
      return writeTransfers(await listTransfers(scope, filter, range, page));
    });
    bindRoute(app, routes.getTransfer, async ({ call, params: { id } }) =>
      toReply(requireTransfer(await findTransfer(reads.scope(call), id), id)),
    );
    bindRoute(app, routes.createTransfer, async ({ call, body }) =>
      toReply((await transferStock(call, body)).transfer),
    );
  },
});

function toReply({ createdAt, ...transfer }: Transfer) {
  return { ...transfer, createdAt: createdAt.toISOString() };
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
