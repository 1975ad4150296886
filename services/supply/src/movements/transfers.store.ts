import {
  type DateRange,
  findRawPage,
  type IndexDescription,
  newId,
  type RawPage,
  type PageRequest,
  rangeFilter,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Transfer, TransferPlan } from "./movements.rules.js";

/** One per combination of filters. */
export const transferIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { stockId: 1, createdAt: -1, _id: -1 } },
  { key: { fromCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { toCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { stockId: 1, fromCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { stockId: 1, toCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { fromCenterId: 1, toCenterId: 1, createdAt: -1, _id: -1 } },
  { key: { stockId: 1, fromCenterId: 1, toCenterId: 1, createdAt: -1, _id: -1 } },
];

const transfers = (scope: Scope) => scope.collection<Transfer>("transfers");

export function findTransfer(scope: Scope, transferId: string): Promise<Transfer | null> {
  return transfers(scope).findById(transferId);
}

/** Absent fields do not filter. */
export type TransferFilter = Partial<Pick<Transfer, "stockId" | "fromCenterId" | "toCenterId">>;

export function listTransfers(
  scope: Scope,
  filter: TransferFilter,
  range: DateRange,
  page: PageRequest,
): Promise<RawPage> {
  return findRawPage<Transfer>(scope, "transfers", { ...filter, ...rangeFilter<Transfer>("createdAt", range) }, page);
}

export async function insertTransfer(
  scope: WriteScope,
  { stock, fromCenter, toCenter, quantity, from, to }: TransferPlan,
  note: string,
): Promise<Transfer> {
  const transfer: Transfer = {
    _id: newId("trf"),
    stockId: stock._id,
    fromCenterId: fromCenter._id,
    toCenterId: toCenter._id,
    quantity,
    note,
    fromStockAfter: from.stockAfter,
    toStockAfter: to.stockAfter,
    createdAt: scope.now,
    createdBy: scope.call.keyId,
  };
  await transfers(scope).append(transfer);
  return transfer;
}
