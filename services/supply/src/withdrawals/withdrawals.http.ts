import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { createWithdrawal, getWithdrawal, listWithdrawals as listWithdrawalsRoute } from "@tenant-ops/rest/supply";
import type { FastifyInstance } from "fastify";
import { requireNamedRecords } from "../named-records.js";
import type { ApproveWithdrawal } from "./withdrawals.batch.js";
import { parseWithdrawalFilter, requireWithdrawal } from "./withdrawals.rules.js";
import { findWithdrawal, listWithdrawals } from "./withdrawals.store.js";
import type { Withdrawal } from "./withdrawals.types.js";

/** REST routes of handing out products from a center. */
export function withdrawalHttp(app: FastifyInstance, db: Database, approve: ApproveWithdrawal): void {
  bindRoute(app, listWithdrawalsRoute, async ({ call, query }) => {
    const { serviceCenterId, stockId, dateFrom, dateTo, limit, cursor } = query;
    const scope = db.scope(call);
    const range = parseDateRange(dateFrom, dateTo, call.timeZone);
    await requireNamedRecords(scope, { centerIds: [serviceCenterId], stockId });
    const page = await listWithdrawals(scope, range, { limit, cursor }, parseWithdrawalFilter(query));
    return toRestList(page, toReply);
  });

  bindRoute(app, getWithdrawal, async ({ call, params: { id } }) =>
    toReply(requireWithdrawal(await findWithdrawal(db.scope(call), id), id)),
  );

  bindRoute(app, createWithdrawal, async ({ call, body }) => toReply(await approve(call, body)));
}

function toReply({ createdAt, ...withdrawal }: Withdrawal) {
  return { ...withdrawal, createdAt: createdAt.toISOString() };
}
