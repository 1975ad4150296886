import {
  type Database,
  type Page,
  type PageRequest,
  type Scope,
  startLeasedPeriodicTask,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { createSystemCall } from "@tenant-ops/kit/call";
import { toRefusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { PrizeExpiredSchema } from "@tenant-ops/proto/roulettes";
import {
  deletePrizeTimer,
  findDuePrizeTimers,
  findOverdue,
  findPrize,
  listPrizes,
  markExpired,
} from "./prizes.store.js";
import type { Prize, PrizeFilter } from "./prizes.types.js";
import { requireRoulette } from "./roulettes.rules.js";
import { findRoulette } from "./roulettes.store.js";

const batchSize = 100;

/**
 * Expires a prize whose time is over and publishes it. Only one change of the status can succeed, so it is published once.
 * @returns the prize afterwards, or null when it was not `won` any more or has time left
 */
export async function expirePrize(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  const prize = await markExpired(scope, prizeId);
  if (!prize) return null;
  const { rouletteId, userId } = prize;
  await scope.publish(PrizeExpiredSchema, { prizeId, rouletteId, userId, expiredAt: scope.now.toISOString() });
  return prize;
}

/** Does the same in a transaction of its own. @returns the prize afterwards, or null when there is none with this id */
export async function expirePrizeInTransaction(
  db: Database,
  businessId: string,
  prizeId: string,
): Promise<Prize | null> {
  const call = createSystemCall(businessId, "expire prize");
  try {
    return await db.transaction(
      call,
      async (scope) => (await expirePrize(scope, prizeId)) ?? findPrize(scope, prizeId),
    );
  } catch (error) {
    // The sandbox is being emptied, and the prize with it: a reader sees it as it is; it needs no expiry.
    if (toRefusal(error).code === "sandbox_busy") return findPrize(db.scope(call), prizeId);
    throw error;
  }
}

/**
 * A page of prizes, none of which is shown as won although it is overdue, even before the periodic task has run.
 * @throws Refusal roulette_not_found when the filter names a roulette that the business does not have
 */
export async function listCurrentPrizes(
  db: Database,
  scope: Scope,
  filter: PrizeFilter,
  page: PageRequest,
): Promise<Page<Prize>> {
  const { status: _, ...anyStatus } = filter;
  const { rouletteId } = filter;
  if (rouletteId !== undefined) requireRoulette(await findRoulette(scope, rouletteId), rouletteId);
  for (const { _id } of await findOverdue(scope, anyStatus, batchSize)) {
    await expirePrizeInTransaction(db, scope.businessId, _id);
  }
  return listPrizes(scope, filter, page);
}

/** Expires the prizes whose timers are due, up to one batch. @returns the number of due timers */
export async function expireDuePrizes(db: Database): Promise<number> {
  const due = await findDuePrizeTimers(db, batchSize);
  for (const { _id, businessId } of due) {
    await expirePrizeInTransaction(db, businessId, _id);
    await deletePrizeTimer(db, _id);
  }
  return due.length;
}

/** Expires due prizes periodically, in one process at a time. A failed round leaves the timers for the next one. */
export function startPrizeExpiry(db: Database, logger: Logger, everyMs: number): () => Promise<void> {
  return startLeasedPeriodicTask(
    { database: db, logger },
    // The stored name of the lease.
    { name: "prize sweep", everyMs, run: async () => (await expireDuePrizes(db)) === batchSize },
  );
}
