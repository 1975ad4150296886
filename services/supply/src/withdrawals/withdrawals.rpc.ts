import { type Database, parseDateRange } from "@tenant-ops/kit/data";
import { createRowsWriter, type RpcHandlers } from "@tenant-ops/kit/rpc";
import {
  GetWithdrawalHistoryResponseSchema,
  ListWithdrawalsResponseSchema,
  type SupplyService,
} from "@tenant-ops/proto/supply";
import { sumAtCenters } from "../center-stocks/center-stocks.store.js";
import { requireNamedRecords } from "../named-records.js";
import type { ApproveWithdrawal } from "./withdrawals.batch.js";
import {
  needsCustomTypes,
  parseWithdrawalFilter,
  planWithdrawal,
  reviewWithdrawal,
  selectFacts,
} from "./withdrawals.rules.js";
import { listRawWithdrawals, loadWithdrawalContext } from "./withdrawals.store.js";

type WithdrawalRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "getWithdrawalHistory" | "listWithdrawals" | "proposeWithdrawal" | "approveWithdrawal"
>;

const stored = { id: "_id" };
const writeHistory = createRowsWriter(GetWithdrawalHistoryResponseSchema, stored);
const writeWithdrawals = createRowsWriter(ListWithdrawalsResponseSchema, stored);

/** Handing out products from a center. */
export function withdrawalRpcs(db: Database, approve: ApproveWithdrawal): WithdrawalRpcs {
  return {
    async getWithdrawalHistory({ dateFrom, dateTo, limit, cursor }, call) {
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      return writeHistory(await listRawWithdrawals(db.scope(call), range, { limit, cursor }));
    },

    async listWithdrawals(request, call) {
      const scope = db.scope(call);
      const range = parseDateRange(request.dateFrom, request.dateTo, call.timeZone);
      const { serviceCenterId, stockId, limit, cursor } = request;
      await requireNamedRecords(scope, { centerIds: [serviceCenterId], stockId });
      return writeWithdrawals(
        await listRawWithdrawals(scope, range, { limit, cursor }, parseWithdrawalFilter(request)),
      );
    },

    async proposeWithdrawal(request, call) {
      const scope = db.scope(call);
      const facts = selectFacts(request, await loadWithdrawalContext(scope, [request], needsCustomTypes(request)));
      const plan = planWithdrawal(request, facts);
      const heldAtCenters = await sumAtCenters(scope, request.stockId);
      return { preview: plan, ...reviewWithdrawal(plan, facts, heldAtCenters) };
    },

    async approveWithdrawal(request, call) {
      const { _id: id } = await approve(call, request);
      return { id, status: "created" };
    },
  };
}
