import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { findCenterStockById } from "./center-stocks.store.js";
import { centerStockNotFound } from "./movements.rules.js";
import { listMovements } from "./movements.store.js";
import { isMovementReason, type Movement } from "./movements.types.js";

type MovementRpcs = Pick<RpcHandlers<typeof SupplyService>, "listMovements">;

/** Changes of quantities without a withdrawal, and the ledger. */
export function movementRpcs(db: Database): MovementRpcs {
  return {
    async listMovements({ centerStockId, reason, dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      if (!(await findCenterStockById(scope, centerStockId))) throw centerStockNotFound(centerStockId);
      const filter = { centerStockId, range, ...(isMovementReason(reason) && { reason }) };
      return toListReply(await listMovements(scope, filter, { limit, cursor }), toItem);
    },
  };
}

function toItem({ _id: id, at, ...movement }: Movement) {
  return { id, ...movement, at: at.toISOString() };
}
