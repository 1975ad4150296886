import {
  type DateRange,
  findRawPage,
  type IndexDescription,
  type RawPage,
  type PageRequest,
  rangeFilter,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Withdrawal, WithdrawalFilter } from "./withdrawals.rules.js";

/**
 * For lists: of all withdrawals, of a center, of a product, of both, of a worker and of a type. Other combinations use the index of one
 * filter, and the rows that the others leave out are examined (docs/decisions/0041-flat-growth.md).
 */
export const withdrawalIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { stockId: 1, createdAt: -1, _id: -1 } },
  { key: { serviceCenterId: 1, stockId: 1, createdAt: -1, _id: -1 } },
  { key: { workerId: 1, createdAt: -1, _id: -1 } },
  { key: { withdrawalType: 1, createdAt: -1, _id: -1 } },
];

export function findWithdrawal(scope: Scope, withdrawalId: string): Promise<Withdrawal | null> {
  return scope.collection<Withdrawal>("withdrawals").findById(withdrawalId);
}

export async function insertWithdrawal(scope: WriteScope, withdrawal: Withdrawal): Promise<void> {
  await scope.collection<Withdrawal>("withdrawals").append(withdrawal);
}

export function listWithdrawals(
  scope: Scope,
  range: DateRange,
  page: PageRequest,
  filter: WithdrawalFilter = {},
): Promise<RawPage> {
  return findRawPage<Withdrawal>(
    scope,
    "withdrawals",
    { ...filter, ...rangeFilter<Withdrawal>("createdAt", range) },
    page,
  );
}

/** The withdrawal types that a business has added. One record per business, with the business's id as `_id`. */
interface CustomTypes {
  _id: string;
  names: string[];
}

const customTypes = (scope: Scope) => scope.collection<CustomTypes>("withdrawalTypes");

export async function findCustomTypes(scope: Scope): Promise<string[]> {
  return (await customTypes(scope).findById(scope.businessId))?.names ?? [];
}

export async function replaceCustomTypes(scope: WriteScope, names: string[]): Promise<string[]> {
  await customTypes(scope).updateOne({ _id: scope.businessId }, { $set: { names } }, { upsert: true });
  return names;
}
