import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  countStock as countStockRoute,
  getMovement,
  listCenterStockMovements,
  listMovements as listMovementsRoute,
  receiveStock as receiveStockRoute,
} from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { requireCenterStock } from "../center-stocks/center-stocks.rules.js";
import { findCenterStockById } from "../center-stocks/center-stocks.store.js";
import { countStock, receiveStock } from "./movements.changes.js";
import { requireMovement } from "./movements.rules.js";
import { findMovement, listLedger, listMovements } from "./movements.store.js";
import type { Movement } from "./movements.types.js";
import { requireNamedRecords } from "../named-records.js";

/** REST routes of the ledger, and of receiving and counting, which write a row of it. */
export function movementHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, listMovementsRoute, async ({ call, query }) => {
    const { serviceCenterId, ref, reason, dateFrom, dateTo, ...page } = query;
    const scope = db.scope(call);
    const range = parseDateRange(dateFrom, dateTo, call.timeZone);
    await requireNamedRecords(scope, { centerIds: [serviceCenterId] });
    return toRestList(await listMovements(scope, { serviceCenterId, ref, reason, range }, page), toReply);
  });

  bindRoute(app, getMovement, async ({ call, params: { id } }) =>
    toReply(requireMovement(await findMovement(db.scope(call), id), id)),
  );

  bindRoute(app, listCenterStockMovements, async ({ call, params: { id }, query }) => {
    const { reason, dateFrom, dateTo, ...page } = query;
    const scope = db.scope(call);
    const range = parseDateRange(dateFrom, dateTo, call.timeZone);
    requireCenterStock(await findCenterStockById(scope, id), id);
    return toRestList(await listLedger(scope, id, { reason, range }, page), toReply);
  });

  bindRoute(app, receiveStockRoute, ({ call, params, body: { quantity, note } }) =>
    db.transaction(call, async (scope) => {
      const { movement } = await receiveStock(scope, { centerStockId: params.id, quantity }, note);
      return toReply(movement);
    }),
  );

  bindRoute(app, countStockRoute, ({ call, params, body: { note, ...count } }) =>
    db.transaction(call, async (scope) => {
      const { movement } = await countStock(scope, { centerStockId: params.id, ...count }, note);
      return toReply(movement);
    }),
  );
}

function toReply({ at, note = "", ...movement }: Movement) {
  return { ...movement, note, at: at.toISOString() };
}
