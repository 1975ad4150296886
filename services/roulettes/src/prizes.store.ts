import {
  findPage,
  type IndexDescription,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { DrawnGift } from "./spins.store.js";

export const prizeStatuses = ["won", "claimed", "expired"] as const;

/** What a user won. `won → claimed | expired`; nothing goes back. */
export interface Prize {
  _id: string;
  spinId: string;
  rouletteId: string;
  userId: string;
  gift: DrawnGift;
  itemId?: string;
  status: (typeof prizeStatuses)[number];
  createdAt: Date;
  /** null: never. */
  expiresAt: Date | null;
  claimedAt: Date | null;
  expiredAt: Date | null;
}

export interface PrizeFilter {
  userId?: string | undefined;
  rouletteId?: string | undefined;
  status?: Prize["status"] | undefined;
}

export const prizeIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { userId: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, createdAt: -1, _id: -1 } },
  { key: { status: 1, expiresAt: 1 } },
];

const prizes = (scope: Scope) => scope.collection<Prize>("prizes");

export async function insertPrize(scope: WriteScope, prize: Prize): Promise<void> {
  await prizes(scope).append(prize);
}

export function findPrize(scope: Scope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findOne({ _id: { $eq: prizeId } });
}

export function listPrizes(scope: Scope, filter: PrizeFilter, page: PageRequest): Promise<Page<Prize>> {
  return findPage<Prize>(scope, "prizes", asQuery(filter), page);
}

/** Prizes of this business whose time is over though nobody has noted it. */
export function findOverdue(scope: Scope, filter: Omit<PrizeFilter, "status">, limit: number): Promise<Prize[]> {
  const overdue = { ...asQuery(filter), status: "won" as const, expiresAt: { $lte: scope.now } };
  return prizes(scope).find(overdue, { limit });
}

/** @returns the prize afterwards, or null when it was not won any more */
export function markClaimed(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findOneAndUpdate(
    { _id: { $eq: prizeId }, status: "won" },
    { $set: { status: "claimed", claimedAt: scope.now } },
  );
}

/** @returns the prize afterwards, or null when it was not won any more or has time left */
export function markExpired(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findOneAndUpdate(
    { _id: { $eq: prizeId }, status: "won", expiresAt: { $lte: scope.now } },
    { $set: { status: "expired", expiredAt: scope.now } },
  );
}

function asQuery({ userId, rouletteId, status }: PrizeFilter) {
  return {
    ...(userId !== undefined && { userId: { $eq: userId } }),
    ...(rouletteId !== undefined && { rouletteId: { $eq: rouletteId } }),
    ...(status !== undefined && { status: { $eq: status } }),
  };
}
