import {
  type DateRange,
  findPage,
  type IndexDescription,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { WithdrawalRequest } from "@tenant-ops/proto/supply";
import { atCenterKey, type CenterStock, findCenterStocks } from "./center-stocks.store.js";
import { type Center, findCenters } from "./centers.store.js";
import { findStocks, type Stock } from "./stocks.store.js";
import { isWithdrawalType } from "./withdrawal-types.rules.js";
import { findOwnTypes } from "./withdrawal-types.store.js";
import { type FoundForWithdrawal, typeOf, type WithdrawalPlan } from "./withdrawals.rules.js";

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

/** Everything that some withdrawals name. Centers keep the units that the ones planned so far have left. */
export interface Surroundings {
  centers: Map<string, Center>;
  stocks: Map<string, Stock>;
  /** By `atCenterKey`. */
  centerStocks: Map<string, CenterStock>;
  ownTypes: readonly string[];
}

/** One question after another: MongoDB runs the operations of a transaction in turn. */
export async function loadSurroundings(scope: Scope, requests: readonly WithdrawalRequest[]): Promise<Surroundings> {
  const pairs = requests.map(({ stockId, serviceCenterId }) => ({ stockId, serviceCenterId }));
  const centerIds = pairs.map(({ serviceCenterId }) => serviceCenterId);
  const stockIds = pairs.map(({ stockId }) => stockId);
  // Most withdrawals are of a standard type and do not need to know the others.
  const needsOwnTypes = requests.some((request) => !isWithdrawalType(typeOf(request), []));
  return {
    centers: await findCenters(scope, centerIds),
    stocks: await findStocks(scope, stockIds),
    centerStocks: await findCenterStocks(scope, pairs),
    ownTypes: needsOwnTypes ? await findOwnTypes(scope) : [],
  };
}

export function foundFor(request: WithdrawalRequest, { centers, stocks, centerStocks, ownTypes }: Surroundings) {
  return {
    center: centers.get(request.serviceCenterId) ?? null,
    stock: stocks.get(request.stockId) ?? null,
    centerStock: centerStocks.get(atCenterKey(request)) ?? null,
    ownTypes,
  } satisfies FoundForWithdrawal;
}

export async function insertWithdrawal(scope: WriteScope, withdrawalId: string, plan: WithdrawalPlan): Promise<void> {
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
}

export function listWithdrawals(
  scope: Scope,
  { from, until }: DateRange,
  page: PageRequest,
): Promise<Page<Withdrawal>> {
  const createdAt = { ...(from && { $gte: from }), ...(until && { $lt: until }) };
  return findPage<Withdrawal>(scope, "withdrawals", from || until ? { createdAt } : {}, page);
}
