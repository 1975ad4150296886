import { type Database, dateRange, newId, type Rpcs, type Scope, toListAnswer } from "@tenant-ops/kit";
import { type SupplyService, WithdrawalApprovedSchema, type WithdrawalRequest } from "@tenant-ops/proto/supply";
import { findCenterStock, moveStock, sumAtCenters } from "./center-stocks.store.js";
import { findCenter } from "./centers.store.js";
import { findStock } from "./stocks.store.js";
import { isWithdrawalType } from "./withdrawal-types.store.js";
import { planWithdrawal, reviewWithdrawal, typeOf } from "./withdrawals.rules.js";
import { insertWithdrawal, listWithdrawals, type Withdrawal } from "./withdrawals.store.js";

type WithdrawalRpcs = Pick<
  Rpcs<typeof SupplyService>,
  "getWithdrawalHistory" | "proposeWithdrawal" | "approveWithdrawal"
>;

/** Handing products out of a center. */
export function withdrawalRpcs(db: Database): WithdrawalRpcs {
  return {
    async getWithdrawalHistory({ dateFrom, dateTo, limit, cursor }, call) {
      const range = dateRange(dateFrom, dateTo, call.timeZone);
      return toListAnswer(await listWithdrawals(db.scope(call), range, { limit, cursor }), toItem);
    },

    async proposeWithdrawal(request, call) {
      const scope = db.scope(call);
      const [named, centerStock, heldAtCenters] = await Promise.all([
        findNamed(scope, request),
        findCenterStock(scope, request.stockId, request.serviceCenterId),
        sumAtCenters(scope, request.stockId),
      ]);
      const found = { ...named, centerStock };
      const plan = planWithdrawal(request, found);
      return { preview: plan, ...reviewWithdrawal(plan, found, heldAtCenters) };
    },

    // Approving makes the plan again, inside the transaction: what the preview showed may have been taken by someone else
    // while the user was reading it.
    async approveWithdrawal(request, call) {
      const { stockId, serviceCenterId, quantity } = request;
      // No withdrawal changes these, so they are asked for at once and outside: many withdrawals of one product meet in the
      // transaction, and each round trip in there makes the others wait.
      const named = await findNamed(db.scope(call), request);
      return db.transaction(call, async (scope) => {
        const withdrawalId = newId("wdr");
        const cause = { reason: "withdrawal", ref: withdrawalId } as const;
        const taken = await moveStock(scope, { stockId, serviceCenterId }, { by: -quantity }, cause);
        // Taken before it is judged: the number that counts is the one that was there at that moment. A refusal gives it back.
        const centerStock = taken?.before ?? (await findCenterStock(scope, stockId, serviceCenterId));
        const plan = planWithdrawal(request, { ...named, centerStock });
        if (!taken) throw new Error("a withdrawal was planned that could not be taken");
        const withdrawal = await insertWithdrawal(scope, withdrawalId, plan);
        const { workerId, withdrawalType, stockBefore, stockAfter } = withdrawal;
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
        return { id: withdrawalId, status: "created" };
      });
    },
  };
}

/** What a withdrawal names and never changes. */
async function findNamed(scope: Scope, request: WithdrawalRequest) {
  const [center, stock, isKnownType] = await Promise.all([
    findCenter(scope, request.serviceCenterId),
    findStock(scope, request.stockId),
    isWithdrawalType(scope, typeOf(request)),
  ]);
  return { center, stock, isKnownType };
}

function toItem({ _id: id, createdAt, ...withdrawal }: Withdrawal) {
  return { id, ...withdrawal, createdAt: createdAt.toISOString() };
}
