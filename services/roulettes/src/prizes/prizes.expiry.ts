import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, startLeasedPeriodicTask, type WriteScope } from "@tenant-ops/kit/data";
import { toRefusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { PrizeExpiredSchema } from "@tenant-ops/proto/roulettes";
import { countPrize } from "../gifts/gift-dimensions.js";
import { toCurrentPrize } from "./prizes.rules.js";
import {
  deletePrizeTimers,
  findDuePrizes,
  findOverdue,
  listBusinessesWithDueTimers,
  markExpired,
  postponePrizeTimer,
} from "./prizes.store.js";
import type { Prize } from "./prizes.rules.js";

/** Prizes of one business that expire in one transaction. */
const batchSize = 100;
/** A round must end before the lease of the task, six seconds. */
const businessesPerRound = 20;
/** When a prize whose expiry fails by itself is tried again. */
const retryMs = 10 * 60 * 1000;

/**
 * Expires those of these prizes whose time is over, and publishes each of them. The read and the change are in one transaction, so
 * a prize expires once.
 * @returns the prizes that expired, as they are afterwards
 */
export async function expirePrizes(scope: WriteScope, prizeIds: readonly string[]): Promise<Prize[]> {
  const overdue = await findOverdue(scope, prizeIds);
  if (overdue.length === 0) return [];
  await markExpired(
    scope,
    overdue.map(({ _id }) => _id),
  );
  const expired = overdue.map((prize) => toCurrentPrize(prize, scope.now));
  for (const prize of expired) {
    const { _id: prizeId, rouletteId, userId, expiredAt } = prize;
    countPrize(scope, prize, { expired: 1 });
    await scope.publish(PrizeExpiredSchema, { prizeId, rouletteId, userId, expiredAt: expiredAt?.toISOString() ?? "" });
  }
  return expired;
}

/**
 * Creates one round of the expiry task: up to one batch of each of the next businesses that have due prizes, so a business with
 * many of them does not delay the others.
 * @returns a function that returns whether there may be more to do
 */
export function createExpiryRound(db: Database, logger: Logger): () => Promise<boolean> {
  let lastBusiness = "";
  return async () => {
    const businesses = await listBusinessesWithDueTimers(db, lastBusiness, businessesPerRound);
    const isLastPage = businesses.length < businessesPerRound;
    const hadAnyBefore = lastBusiness !== "";
    lastBusiness = isLastPage ? "" : (businesses.at(-1) ?? "");
    let hasMore = !isLastPage || hadAnyBefore;
    // Prizes of a business in offboarding are left alone; they expire if the offboarding is cancelled.
    for (const businessId of businesses.filter((id) => !db.closedBusinesses.has(id))) {
      const due = await findDuePrizes(db, businessId, batchSize);
      hasMore ||= due.length === batchSize;
      await expireDue(db, logger, businessId, due);
    }
    return hasMore;
  };
}

/**
 * In one transaction, or one by one when that fails: a prize that cannot be expired must not delay the others. After a failure that passes by itself,
 * such as a write conflict, the timer stays due for the next round.
 * @throws when the database is away: every other prize would fail as well
 */
async function expireDue(db: Database, logger: Logger, businessId: string, prizeIds: readonly string[]): Promise<void> {
  try {
    await db.transaction(createSystemCall(businessId, "expire prizes"), (scope) => expirePrizes(scope, prizeIds));
    await deletePrizeTimers(db, prizeIds);
  } catch (error) {
    const { code, retryable } = toRefusal(error);
    if (code === "service_unavailable") throw error;
    const [prizeId, ...others] = prizeIds;
    if (prizeId === undefined) return;
    if (others.length > 0) {
      for (const id of prizeIds) await expireDue(db, logger, businessId, [id]);
      return;
    }
    logger.warn({ err: error, businessId, prizeId }, "prize not expired, tried again later");
    if (!retryable) await postponePrizeTimer(db, prizeId, new Date(Date.now() + retryMs));
  }
}

/** Expires due prizes periodically, in one process at a time. */
export function startPrizeExpiry(db: Database, logger: Logger, everyMs: number): () => Promise<void> {
  // The stored name of the lease.
  const task = { name: "prize sweep", everyMs, run: createExpiryRound(db, logger) };
  return startLeasedPeriodicTask({ database: db, logger }, task);
}
