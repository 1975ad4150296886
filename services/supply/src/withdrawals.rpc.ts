import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { sumAtCenters } from "./center-stocks.store.js";
import { createApproveWithdrawal } from "./withdrawals.batch.js";
import { needsCustomTypes, planWithdrawal, reviewWithdrawal, selectFacts } from "./withdrawals.rules.js";
import { listWithdrawals, loadWithdrawalContext } from "./withdrawals.store.js";
import type { Withdrawal } from "./withdrawals.types.js";

type WithdrawalRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "getWithdrawalHistory" | "proposeWithdrawal" | "approveWithdrawal"
>;

/** Handing out products from a center. */
export function withdrawalRpcs(db: Database): WithdrawalRpcs {
  return {
    async getWithdrawalHistory({ dateFrom, dateTo, limit, cursor }, call) {
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      return toListReply(await listWithdrawals(db.scope(call), range, { limit, cursor }), toItem);
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

function toItem({ _id: id, createdAt, ...withdrawal }: Withdrawal) {
  return { id, ...withdrawal, createdAt: createdAt.toISOString() };
}
