import type { Call } from "@tenant-ops/kit/call";
import { type BatchedWrite, type Database, newId, type WriteScope } from "@tenant-ops/kit/data";
import { StockLowSchema, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { withdrawals } from "@tenant-ops/rest/analytics";
import { fallsBelowAlert } from "../center-stocks/center-stocks.rules.js";
import { decrementEach, withQuantity } from "../center-stocks/center-stocks.store.js";
import { type CenterStock, stockAtCenterKey } from "../center-stocks/center-stocks.types.js";
import { needsCustomTypes, planWithdrawal, selectFacts, type WithdrawalRequest } from "./withdrawals.rules.js";
import { createWithdrawalMemory, loadRemembered, type WithdrawalMemory } from "./withdrawals.memory.js";
import { insertWithdrawal } from "./withdrawals.store.js";
import type { Withdrawal, WithdrawalContext, WithdrawalPlan } from "./withdrawals.types.js";

/** A withdrawal that is to be stored, and the center stock that it takes from, before and after it. */
interface ApprovedWithdrawal {
  withdrawal: Withdrawal;
  centerStock: CenterStock;
  remaining: CenterStock;
}

export type ApproveWithdrawal = (call: Call, request: WithdrawalRequest) => Promise<Withdrawal>;

/** What `supply_approve_withdrawal` and the REST route do, in one queue for both. Returns the withdrawal as it was stored. */
export function createApproveWithdrawal(db: Database): ApproveWithdrawal {
  return db.batchPerBusiness(createApprovals(createWithdrawalMemory(db)));
}

/**
 * Plans each withdrawal again inside the transaction, because other calls may have taken the units since the preview. Many
 * callers want the last units of the same product at once, so requests of one business share a transaction
 * (docs/decisions/0001-batched-writes.md).
 */
const createApprovals = (
  memory: WithdrawalMemory,
): BatchedWrite<WithdrawalRequest, WithdrawalContext, ApprovedWithdrawal, Withdrawal> => ({
  load: (scope, requests, attempt) => loadRemembered(memory, attempt, scope, requests, requests.some(needsCustomTypes)),

  decide(context, request, scope) {
    const facts = selectFacts(request, context);
    const plan = planWithdrawal(request, facts);
    const { centerStock } = facts;
    if (!centerStock) throw new Error("a withdrawal was planned from a center that does not keep the product");
    // The next withdrawal of this batch must see the lower quantity.
    const remaining = withQuantity(centerStock, plan.stockAfter);
    context.centerStocks.set(stockAtCenterKey(request), remaining);
    return { withdrawal: toWithdrawal(plan, scope), centerStock, remaining };
  },

  async write(planned) {
    await decrementEach(
      planned.map(({ scope, plan: { withdrawal, centerStock, remaining } }) => ({
        scope,
        before: centerStock,
        after: remaining,
        change: { reason: "withdrawal", ref: withdrawal._id },
      })),
    );
    for (const { scope, plan: approved } of planned) {
      countWithdrawal(scope, approved.withdrawal);
      await insertWithdrawal(scope, approved.withdrawal);
      await publishApproved(scope, approved);
    }
  },

  reply: ({ withdrawal }) => withdrawal,
});

function toWithdrawal(plan: WithdrawalPlan, { call, now }: WriteScope): Withdrawal {
  const { leavesLowStock: _, ...facts } = plan;
  const { keyId: createdBy, requestId } = call;
  return { _id: newId("wdr"), ...facts, status: "delivered", createdAt: now, createdBy, requestId };
}

function countWithdrawal(scope: WriteScope, withdrawal: Withdrawal): void {
  const { createdAt, quantity: units, stockId: product, serviceCenterId: center, withdrawalType: type } = withdrawal;
  scope.count({ subject: "", at: createdAt, counts: { withdrawals: 1, units } });
  scope.countIn(withdrawals, { product, center, type }, createdAt, { count: 1, units });
}

async function publishApproved(scope: WriteScope, { withdrawal, centerStock }: ApprovedWithdrawal) {
  const { _id: withdrawalId, workerId, withdrawalType, quantity, stockBefore, stockAfter } = withdrawal;
  const { stockId, serviceCenterId, productName, serviceCenterName } = withdrawal;
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
      productName,
      serviceCenterName,
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
