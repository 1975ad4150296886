import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { createTransfer, getTransfer, listTransfers as listTransfersRoute } from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { findTransferNames, transferStock } from "./movements.changes.js";
import { requireTransfer } from "./movements.rules.js";
import { requireNamedRecords } from "../named-records.js";
import { findTransfer, listTransfers } from "./transfers.store.js";
import type { Transfer } from "./movements.types.js";

/** REST routes of units that move from one center to another. */
export function transferHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, listTransfersRoute, async ({ call, query }) => {
    const { stockId, fromCenterId, toCenterId, dateFrom, dateTo, ...page } = query;
    const scope = db.scope(call);
    const range = parseDateRange(dateFrom, dateTo, call.timeZone);
    await requireNamedRecords(scope, { centerIds: [fromCenterId, toCenterId], stockId });
    const filter = {
      ...(stockId && { stockId }),
      ...(fromCenterId && { fromCenterId }),
      ...(toCenterId && { toCenterId }),
    };
    return toRestList(await listTransfers(scope, filter, range, page), toReply);
  });

  bindRoute(app, getTransfer, async ({ call, params: { id } }) =>
    toReply(requireTransfer(await findTransfer(db.scope(call), id), id)),
  );

  bindRoute(app, createTransfer, async ({ call, body: { note, ...request } }) => {
    const names = await findTransferNames(db.scope(call), request);
    return db.transaction(call, async (scope) => toReply((await transferStock(scope, request, names, note)).transfer));
  });
}

function toReply({ createdAt, ...transfer }: Transfer) {
  return { ...transfer, createdAt: createdAt.toISOString() };
}
