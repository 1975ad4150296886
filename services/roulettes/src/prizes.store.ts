import {
  type Database,
  findPage,
  type IndexDescription,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
  type SharedRecords,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Prize, PrizeFilter, PrizeTimer } from "./prizes.types.js";

export const prizeIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { userId: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, createdAt: -1, _id: -1 } },
  { key: { status: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, status: 1, createdAt: -1, _id: -1 } },
  { key: { status: 1, expiresAt: 1 } },
  // Partial, because prizes from before there were codes have none.
  { key: { code: 1 }, unique: true, partialFilterExpression: { code: { $exists: true } } },
];

const prizes = (scope: Scope) => scope.collection<Prize>("prizes");

export async function insertPrize(scope: WriteScope, prize: Prize): Promise<void> {
  await prizes(scope).append(prize);
}

export function findPrize(scope: Scope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findById(prizeId);
}

export function listPrizes(scope: Scope, filter: PrizeFilter, page: PageRequest): Promise<Page<Prize>> {
  return findPage<Prize>(scope, "prizes", toQuery(filter), page);
}

/** The prizes that these spins won, by the id of the prize. */
export function findPrizes(scope: Scope, prizeIds: readonly string[]): Promise<Map<string, Prize>> {
  return prizes(scope).findByIds(prizeIds);
}

/** Prizes of this business that are still `won` although their time is over. */
export function findOverdue(scope: Scope, filter: Omit<PrizeFilter, "status">, limit: number): Promise<Prize[]> {
  const overdue = { ...toQuery(filter), status: "won" as const, expiresAt: { $lte: scope.now } };
  return prizes(scope).find(overdue, { limit });
}

/** @returns the prize afterwards, or null when it was not `won` any more */
export function markClaimed(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findOneAndUpdate(
    { _id: prizeId, status: "won" },
    { $set: { status: "claimed", claimedAt: scope.now } },
  );
}

/** @returns the prize afterwards, or null when it was not `won` any more or has time left */
export function markExpired(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findOneAndUpdate(
    { _id: prizeId, status: "won", expiresAt: { $lte: scope.now } },
    { $set: { status: "expired", expiredAt: scope.now } },
  );
}

function toQuery({ userId, rouletteId, code, status, wonAt = {} }: PrizeFilter) {
  return {
    ...rangeFilter<Prize>("createdAt", wonAt),
    ...(code !== undefined && { code }),
    ...(userId !== undefined && { userId }),
    ...(rouletteId !== undefined && { rouletteId }),
    ...(status !== undefined && { status }),
  };
}

// Timers are stored in a shared collection, because one periodic task handles those of all businesses.

export const prizeTimerCollection = { prizeTimers: [{ key: { dueAt: 1 as const } }] };

/** A timer has the id of its prize. */
export const prizeTimersOfPrizes: SharedRecords = {
  of: "prizes",
  collection: "prizeTimers",
  toId: ({ _id }) => String(_id),
};

const timers = (db: Database) => db.shared<PrizeTimer>("prizeTimers");

/**
 * Inserts timers before the transaction commits and outside of it: a timer without a prize is deleted when it is due, whereas
 * a prize without a timer would not expire until it is read.
 */
export async function insertPrizeTimers(db: Database, due: readonly PrizeTimer[]): Promise<void> {
  if (due.length > 0) await timers(db).insertMany([...due]);
}

export function findDuePrizeTimers(db: Database, limit: number): Promise<PrizeTimer[]> {
  return timers(db)
    .find({ dueAt: { $lte: new Date() } }, { sort: { dueAt: 1 }, limit })
    .toArray();
}

export async function deletePrizeTimer(db: Database, prizeId: string): Promise<void> {
  await timers(db).deleteOne({ _id: prizeId });
}
