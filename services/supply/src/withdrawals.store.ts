import {
  type IndexDescription,
  type DateRange,
  findPage,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit";
import type { WithdrawalPlan } from "./withdrawals.rules.js";

/** A withdrawal that was carried out. Names are of that moment, so history stays true after a rename. */
export interface Withdrawal extends Omit<WithdrawalPlan, "leavesLowStock"> {
  _id: string;
  status: "delivered";
  createdAt: Date;
  /** Id of the API key that approved it. */
  createdBy: string;
  requestId: string;
}

export const withdrawalIndexes: IndexDescription[] = [{ key: { createdAt: -1, _id: -1 } }];

export async function insertWithdrawal(
  scope: WriteScope,
  withdrawalId: string,
  plan: WithdrawalPlan,
): Promise<Withdrawal> {
  const { leavesLowStock: _, ...facts } = plan;
  const { keyId: createdBy, requestId } = scope.call;
  const withdrawal: Withdrawal = {
    _id: withdrawalId,
    ...facts,
    status: "delivered",
    createdAt: scope.now,
    createdBy,
    requestId,
  };
  await scope.collection<Withdrawal>("withdrawals").append(withdrawal);
  return withdrawal;
}

export function listWithdrawals(
  scope: Scope,
  { from, until }: DateRange,
  page: PageRequest,
): Promise<Page<Withdrawal>> {
  const createdAt = { ...(from && { $gte: from }), ...(until && { $lt: until }) };
  return findPage<Withdrawal>(scope, "withdrawals", from || until ? { createdAt } : {}, page);
}
