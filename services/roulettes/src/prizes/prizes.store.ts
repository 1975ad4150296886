import {
  type Database,
  type DateRange,
  findPage,
  findPageOfAny,
  type IndexDescription,
  newestFirst,
  type Page,
  type PageRequest,
  planPersonSearch,
  rangeFilter,
  type Scope,
  toWordFilter,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Prize } from "./prizes.rules.js";

export const prizeIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { userId: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, createdAt: -1, _id: -1 } },
  { key: { status: 1, createdAt: -1, _id: -1 } },
  { key: { rouletteId: 1, status: 1, createdAt: -1, _id: -1 } },
  { key: { status: 1, expiresAt: 1, _id: 1 } },
  { key: { code: 1 }, unique: true },
  wordIndex(),
];

const prizes = (scope: Scope) => scope.collection<Prize>("prizes");

export async function insertPrize(scope: WriteScope, prize: Prize): Promise<void> {
  await prizes(scope).append(prize);
}

export function findPrize(scope: Scope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findById(prizeId);
}

export interface PrizeFilter {
  userId?: string | undefined;
  rouletteId?: string | undefined;
  code?: string | undefined;
  /** Words of the visitor's name or contact, or of the code. */
  search?: string | undefined;
  status?: Prize["status"] | undefined;
  wonAt?: DateRange;
}

/** A page of prizes as they are stored. The status of the filter is that of `toCurrentPrize`. */
export async function listPrizes(scope: Scope, filter: PrizeFilter, page: PageRequest): Promise<Page<Prize>> {
  const { search = "", userId, rouletteId, code } = filter;
  const narrow = toQuery({ userId, rouletteId, code });
  const words = await toWordFilter(scope, "prizes", planPersonSearch(search), { narrow });
  const alternatives = toAlternatives(filter, scope.now).map((one) => ({
    ...one,
    ...(words.hint && { hint: words.hint }),
    filter: { ...one.filter, ...words.filter },
  }));
  // The cursor belongs to the filter of the caller: that of the query contains the time.
  return findPageOfAny<Prize>(scope, "prizes", alternatives, page, newestFirst, {
    list: filter,
    projection: { businessId: 0, words: 0 },
  });
}

const overdueIndex = { businessId: 1, status: 1, expiresAt: 1, _id: 1 };

function toAlternatives(filter: PrizeFilter, now: Date) {
  const query = toQuery(filter);
  const overdue = { ...query, status: "won" as const, expiresAt: { $lte: now } };
  switch (filter.status) {
    case "won":
      return [{ filter: { ...query, $or: [{ expiresAt: { $eq: null } }, { expiresAt: { $gt: now } }] } }];
    case "expired":
      return [{ filter: overdue, hint: overdueIndex }, { filter: query }];
    default:
      return [{ filter: query }];
  }
}

/** The prizes that these spins won, by the id of the prize. */
export function findPrizes(scope: Scope, prizeIds: readonly string[]): Promise<Map<string, Prize>> {
  return prizes(scope).findByIds(prizeIds);
}

/** Prizes that can still be claimed and expire until `expiresBefore`, the first to expire first. */
export function listExpiringPrizes(scope: Scope, expiresBefore: Date, page: PageRequest): Promise<Page<Prize>> {
  const filter = { status: "won" as const, expiresAt: { $gt: scope.now, $lte: expiresBefore } };
  const order = [
    ["expiresAt", 1],
    ["_id", 1],
  ] as const;
  // The filter contains the time, so each page has another one.
  return findPage<Prize>(scope, "prizes", filter, page, order, { list: { expiresBefore } });
}

/** @returns the prize afterwards, or null when it was not `won` any more */
export function markClaimed(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  return prizes(scope).findOneAndUpdate(
    { _id: prizeId, status: "won" },
    { $set: { status: "claimed", claimedAt: scope.now } },
  );
}

/** Those of these prizes that are still `won` although they are overdue. */
export function findOverdue(scope: Scope, prizeIds: readonly string[]): Promise<Prize[]> {
  const overdue = { _id: { $in: [...prizeIds] }, status: "won" as const, expiresAt: { $lte: scope.now } };
  return prizes(scope).find(overdue, { limit: prizeIds.length });
}

/** Call it only for prizes that were found overdue in this transaction. */
export async function markExpired(scope: WriteScope, prizeIds: readonly string[]): Promise<void> {
  await prizes(scope).updateMany({ _id: { $in: [...prizeIds] } }, [
    { $set: { status: "expired", expiredAt: "$expiresAt" } },
  ]);
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

/** When a prize must be checked for expiry. The collection is shared, because one periodic task handles the timers of all businesses. */
interface PrizeTimer {
  /** Id of the prize. */
  _id: string;
  businessId: string;
  dueAt: Date;
}

const timerIndex = { businessId: 1, dueAt: 1 } as const;
export const prizeTimerIndexes: IndexDescription[] = [{ key: timerIndex }];

const timers = (db: Database) => db.shared<PrizeTimer>("prizeTimers");

/**
 * Inserts timers before the transaction commits and outside of it: a timer without a prize is deleted when it is due, whereas
 * a prize without a timer would not expire until it is read.
 */
export async function insertPrizeTimers(db: Database, due: readonly PrizeTimer[]): Promise<void> {
  if (due.length > 0) await timers(db).insertMany([...due]);
}

/**
 * The businesses that have due timers, in the order of their ids.
 * @param after the last business of the previous list; empty to begin
 */
export async function listBusinessesWithDueTimers(db: Database, after: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  // One index seek per business: a query for all of them at once would read every due timer.
  for (let last = after; found.length < limit;) {
    const next = await timers(db).findOne(
      { businessId: { $gt: last }, dueAt: { $lte: new Date() } },
      { sort: { businessId: 1 }, projection: { businessId: 1 }, hint: timerIndex },
    );
    if (!next) break;
    last = next.businessId;
    found.push(last);
  }
  return found;
}

/** The ids of prizes whose timers are due, the oldest first. */
export async function findDuePrizes(db: Database, businessId: string, limit: number): Promise<string[]> {
  const due = await timers(db)
    .find({ businessId, dueAt: { $lte: new Date() } }, { sort: { dueAt: 1 }, limit, projection: { _id: 1 } })
    .toArray();
  return due.map(({ _id }) => _id);
}

export async function deletePrizeTimers(db: Database, prizeIds: readonly string[]): Promise<void> {
  await timers(db).deleteMany({ _id: { $in: [...prizeIds] } });
}

export async function postponePrizeTimer(db: Database, prizeId: string, dueAt: Date): Promise<void> {
  await timers(db).updateOne({ _id: prizeId }, { $set: { dueAt } });
}
