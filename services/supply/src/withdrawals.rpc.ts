import {
  type BatchedWrite,
  type Database,
  parseDateRange,
  newId,
  toListReply,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import { type SupplyService, WithdrawalApprovedSchema, type WithdrawalRequest } from "@tenant-ops/proto/supply";
import { atCenterKey, type CenterStock, sumAtCenters, takeEach } from "./center-stocks.store.js";
import { planWithdrawal, reviewWithdrawal, type WithdrawalPlan } from "./withdrawals.rules.js";
import {
  foundFor,
  insertWithdrawal,
  listWithdrawals,
  loadSurroundings,
  type Surroundings,
  type Withdrawal,
} from "./withdrawals.store.js";

type WithdrawalRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "getWithdrawalHistory" | "proposeWithdrawal" | "approveWithdrawal"
>;

/** Handing products out of a center. */
export function withdrawalRpcs(db: Database): WithdrawalRpcs {
  const approve = db.batchPerBusiness(approval);
  return {
    async getWithdrawalHistory({ dateFrom, dateTo, limit, cursor }, call) {
      const range = parseDateRange(dateFrom, dateTo, call.timeZone);
      return toListReply(await listWithdrawals(db.scope(call), range, { limit, cursor }), toItem);
    },

    async proposeWithdrawal(request, call) {
      const scope = db.scope(call);
      const found = foundFor(request, await loadSurroundings(scope, [request]));
      const plan = planWithdrawal(request, found);
      const heldAtCenters = await sumAtCenters(scope, request.stockId);
      return { preview: plan, ...reviewWithdrawal(plan, found, heldAtCenters) };
    },

    approveWithdrawal: (request, call) => approve(call, request),
  };
}

/** A withdrawal that was decided and is now carried out. */
interface Approved {
  withdrawalId: string;
  plan: WithdrawalPlan;
  centerStock: CenterStock;
}

/**
 * Approving makes the plan again, inside the transaction: what the preview showed may have been taken by someone else while
 * the user was reading it. Many people want the last units of one product at once, so their requests share transactions
 * (docs/decisions/0001-batched-writes.md).
 */
const approval: BatchedWrite<WithdrawalRequest, Surroundings, Approved, { id: string; status: string }> = {
  load: loadSurroundings,

  decide(surroundings, request) {
    const found = foundFor(request, surroundings);
    const plan = planWithdrawal(request, found);
    const { centerStock } = found;
    if (!centerStock) throw new Error("a withdrawal was planned from a center that does not keep the product");
    // The next withdrawal of this batch finds what this one has left.
    const left = { ...centerStock, currentStock: plan.stockAfter, movements: centerStock.movements + 1 };
    surroundings.centerStocks.set(atCenterKey(request), left);
    return { withdrawalId: newId("wdr"), plan, centerStock };
  },

  async write(planned) {
    await takeEach(
      planned.map(({ scope, plan: { withdrawalId, plan, centerStock } }) => ({
        scope,
        before: centerStock,
        quantity: plan.quantity,
        cause: { reason: "withdrawal", ref: withdrawalId },
      })),
    );
    for (const { scope, plan } of planned) await deliver(scope, plan);
  },

  reply: ({ withdrawalId }) => ({ id: withdrawalId, status: "created" }),
};

async function deliver(scope: WriteScope, { withdrawalId, plan }: Approved): Promise<void> {
  await insertWithdrawal(scope, withdrawalId, plan);
  const { stockId, serviceCenterId, workerId, withdrawalType, quantity, stockBefore, stockAfter } = plan;
  await scope.publish(WithdrawalApprovedSchema, {
    withdrawalId,
    stockId,
    serviceCenterId,
    workerId,
    withdrawalType,
    quantity,
    stockBefore,
    stockAfter,
  });
}

function toItem({ _id: id, createdAt, ...withdrawal }: Withdrawal) {
  return { id, ...withdrawal, createdAt: createdAt.toISOString() };
}
