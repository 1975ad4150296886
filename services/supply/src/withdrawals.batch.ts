import { type BatchedWrite, type Database, newId, type WriteScope } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import {
  StockLowSchema,
  type SupplyService,
  WithdrawalApprovedSchema,
  type WithdrawalRequest,
} from "@tenant-ops/proto/supply";
import { fallsBelowAlert } from "./center-stocks.rules.js";
import { decrementEach } from "./center-stocks.store.js";
import { type CenterStock, stockAtCenterKey } from "./center-stocks.types.js";
import { needsCustomTypes, planWithdrawal, selectFacts } from "./withdrawals.rules.js";
import { insertWithdrawal, loadWithdrawalContext } from "./withdrawals.store.js";
import type { WithdrawalContext, WithdrawalPlan } from "./withdrawals.types.js";

/** A planned withdrawal with its new id and the center stock that it takes from. */
interface ApprovedWithdrawal {
  withdrawalId: string;
  plan: WithdrawalPlan;
  centerStock: CenterStock;
}

/** `supply_approve_withdrawal`. */
export function createApproveWithdrawal(db: Database): RpcHandlers<typeof SupplyService>["approveWithdrawal"] {
  const approve = db.batchPerBusiness(approvals);
  return (request, call) => approve(call, request);
}

/**
 * Plans each withdrawal again inside the transaction, because other calls may have taken the units since the preview. Many
 * callers want the last units of the same product at once, so requests of one business share a transaction
 * (docs/decisions/0001-batched-writes.md).
 */
const approvals: BatchedWrite<
  WithdrawalRequest,
  WithdrawalContext,
  ApprovedWithdrawal,
  { id: string; status: string }
> = {
  load: (scope, requests) => loadWithdrawalContext(scope, requests, requests.some(needsCustomTypes)),

  decide(context, request) {
    const facts = selectFacts(request, context);
    const plan = planWithdrawal(request, facts);
    const { centerStock } = facts;
    if (!centerStock) throw new Error("a withdrawal was planned from a center that does not keep the product");
    // The next withdrawal of this batch must see the lower quantity.
    const remaining = { ...centerStock, currentStock: plan.stockAfter, movements: centerStock.movements + 1 };
    context.centerStocks.set(stockAtCenterKey(request), remaining);
    return { withdrawalId: newId("wdr"), plan, centerStock };
  },

  async write(planned) {
    await decrementEach(
      planned.map(({ scope, plan: { withdrawalId, plan, centerStock } }) => ({
        scope,
        before: centerStock,
        quantity: plan.quantity,
        change: { reason: "withdrawal", ref: withdrawalId },
      })),
    );
    for (const { scope, plan: approved } of planned) {
      await insertWithdrawal(scope, approved.withdrawalId, approved.plan);
      await publishApproved(scope, approved);
    }
  },

  reply: ({ withdrawalId }) => ({ id: withdrawalId, status: "created" }),
};

async function publishApproved(scope: WriteScope, { withdrawalId, plan, centerStock }: ApprovedWithdrawal) {
  const { stockId, serviceCenterId, workerId, withdrawalType, quantity, stockBefore, stockAfter } = plan;
  if (fallsBelowAlert(centerStock, stockAfter)) {
    const { _id: centerStockId, minStockAlert, criticality } = centerStock;
    await scope.publish(StockLowSchema, {
      centerStockId,
      stockId,
      serviceCenterId,
      currentStock: stockAfter,
      minStockAlert,
      criticality,
      reason: "withdrawal",
    });
  }
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
