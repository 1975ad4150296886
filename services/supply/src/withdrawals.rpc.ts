import { type Database, parseDateRange, type Scope, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ListWithdrawalsRequest, SupplyService } from "@tenant-ops/proto/supply";
import { centerNotFound, stockNotFound } from "./center-stocks.rules.js";
import { sumAtCenters } from "./center-stocks.store.js";
import { findCenter } from "./centers.store.js";
import { findStock } from "./stocks.store.js";
import { createApproveWithdrawal } from "./withdrawals.batch.js";
import { needsCustomTypes, planWithdrawal, reviewWithdrawal, selectFacts } from "./withdrawals.rules.js";
import { listWithdrawals, loadWithdrawalContext, type WithdrawalFilter } from "./withdrawals.store.js";
import type { Withdrawal } from "./withdrawals.types.js";

type WithdrawalRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "getWithdrawalHistory" | "listWithdrawals" | "proposeWithdrawal" | "approveWithdrawal"
>;

/** Handing out products from a center. */
export function withdrawalRpcs(db: Database): WithdrawalRpcs {
  return {
    async getWithdrawalHistory({ dateFrom, dateTo, limit, cursor }, call) {
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      return toListReply(await listWithdrawals(db.scope(call), range, { limit, cursor }), toItem);
    },

    async listWithdrawals(request, call) {
      const scope = db.scope(call);
      const range = parseDateRange(request.dateFrom, request.dateTo, call.timeZone);
      await requireNamedRecords(scope, request);
      const { limit, cursor } = request;
      return toListReply(await listWithdrawals(scope, range, { limit, cursor }, toFilter(request)), toItem);
    },

    async proposeWithdrawal(request, call) {
      const scope = db.scope(call);
      const facts = selectFacts(request, await loadWithdrawalContext(scope, [request], needsCustomTypes(request)));
      const plan = planWithdrawal(request, facts);
      const heldAtCenters = await sumAtCenters(scope, request.stockId);
      return { preview: plan, ...reviewWithdrawal(plan, facts, heldAtCenters) };
    },

    approveWithdrawal: createApproveWithdrawal(db),
  };
}

/** An unknown id is a mistake that an empty list would hide. @throws Refusal center_not_found, stock_not_found */
async function requireNamedRecords(scope: Scope, { serviceCenterId, stockId }: ListWithdrawalsRequest): Promise<void> {
  if (serviceCenterId && !(await findCenter(scope, serviceCenterId))) throw centerNotFound(serviceCenterId);
  if (stockId && !(await findStock(scope, stockId))) throw stockNotFound(stockId);
}

/** Texts as a withdrawal stores them. */
function toFilter({ serviceCenterId, stockId, workerId, withdrawalType }: ListWithdrawalsRequest): WithdrawalFilter {
  const type = withdrawalType.trim().toLowerCase();
  return {
    ...(serviceCenterId && { serviceCenterId }),
    ...(stockId && { stockId }),
    ...(workerId.trim() && { workerId: workerId.trim() }),
    ...(type && { withdrawalType: type }),
  };
}

function toItem({ _id: id, createdAt, ...withdrawal }: Withdrawal) {
  return { id, ...withdrawal, createdAt: createdAt.toISOString() };
}
