import { newId, type PlannedWrite, type WriteScope } from "@tenant-ops/kit/data";
import { defineBatchedVerb, defineVerb, type VerbContext } from "@tenant-ops/kit/verbs";
import { StockLowSchema, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { withdrawals } from "@tenant-ops/rest/analytics";
import { type CenterStock, fallsBelowAlert, stockAtCenterKey } from "../center-stocks/center-stocks.rules.js";
import { decrementEach, findCenterStocks, sumAtCenters, withQuantity } from "../center-stocks/center-stocks.store.js";
import type { Center } from "../centers/centers.rules.js";
import { findCenters } from "../centers/centers.store.js";
import type { Stock } from "../stocks/stocks.rules.js";
import { findStocks } from "../stocks/stocks.store.js";
import { planCustomTypes } from "./withdrawal-types.rules.js";
import {
  needsCustomTypes,
  planWithdrawal,
  reviewWithdrawal,
  selectFacts,
  type Withdrawal,
  type WithdrawalContext,
  type WithdrawalPlan,
  type WithdrawalRequest,
} from "./withdrawals.rules.js";
import { findCustomTypes, insertWithdrawal, replaceCustomTypes } from "./withdrawals.store.js";

/** A withdrawal copies names of products and centers. It may miss a rename by another process for this long. */
const namesMaxAgeMs = 1000;

/** A withdrawal that is to be stored, and the center stock that it takes from, before and after it. */
interface ApprovedWithdrawal {
  withdrawal: Withdrawal;
  centerStock: CenterStock;
  remaining: CenterStock;
}

/**
 * Hands units out of a center. Many callers want the last units of the same product at once, so requests of one business share a transaction
 * (docs/decisions/0001-batched-writes.md).
 */
export const approveWithdrawal = defineBatchedVerb(({ db }: VerbContext) => {
  // The records of earlier batches of this process. `decrementEach` verifies the center stocks.
  const centers = db.remember<Center>("centers", { maxAgeMs: namesMaxAgeMs });
  const stocks = db.remember<Stock>("stocks", { maxAgeMs: namesMaxAgeMs });
  const centerStocks = db.remember<CenterStock>("centerStocks");
  return {
    async load(scope, requests: readonly WithdrawalRequest[], attempt): Promise<WithdrawalContext> {
      const { businessId } = scope;
      const pairs = new Map(requests.map((request) => [stockAtCenterKey(request), request]));
      const centerIds = requests.map(({ serviceCenterId }) => serviceCenterId);
      const stockIds = requests.map(({ stockId }) => stockId);
      return {
        centers: await centers.read(attempt, businessId, centerIds, (ids) => findCenters(scope, ids)),
        stocks: await stocks.read(attempt, businessId, stockIds, (ids) => findStocks(scope, ids)),
        centerStocks: await centerStocks.read(attempt, businessId, pairs.keys(), (keys) =>
          findCenterStocks(
            scope,
            [...keys].flatMap((key) => pairs.get(key) ?? []),
          ),
        ),
        customTypes: requests.some(needsCustomTypes) ? await findCustomTypes(scope) : [],
      };
    },
    select: selectFacts,
    plan: planWithdrawal,
    loadFacts: (scope, { stockId }) => sumAtCenters(scope, stockId),
    review: (plan, heldAtCenters, facts) => reviewWithdrawal(plan, facts, heldAtCenters),

    change(plan, { centerStock }, state, scope): ApprovedWithdrawal {
      if (!centerStock) throw new Error("a withdrawal was planned from a center that does not keep the product");
      // The next withdrawal of this batch must see the lower quantity.
      const remaining = withQuantity(centerStock, plan.stockAfter);
      state.centerStocks.set(stockAtCenterKey(plan), remaining);
      return { withdrawal: toWithdrawal(plan, scope), centerStock, remaining };
    },
    write: writeApproved,
    reply: ({ withdrawal }) => withdrawal,
  };
});

/** Replaces the withdrawal types that the business has added. */
export const replaceWithdrawalTypes = defineVerb(() => ({
  plan: planCustomTypes,
  write: replaceCustomTypes,
}));

async function writeApproved(planned: readonly PlannedWrite<ApprovedWithdrawal>[]): Promise<void> {
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
}

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
