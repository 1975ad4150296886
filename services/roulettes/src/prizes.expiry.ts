import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, acquireLease, newId, releaseLease, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { PrizeExpiredSchema } from "@tenant-ops/proto/roulettes";
import { findOverdue, findPrize, markExpired, type Prize, type PrizeFilter } from "./prizes.store.js";

/** A note of when to look at a prize again. It belongs to no business, so one sweep finds those of all. */
interface PrizeTimer {
  _id: string;
  businessId: string;
  dueAt: Date;
}

export const prizeTimerCollection = { prizeTimers: [{ key: { dueAt: 1 as const } }] };

const batchSize = 100;
const timers = (db: Database) => db.shared<PrizeTimer>("prizeTimers");

/**
 * Notes when prizes expire. Before the commit and outside of the transaction: a note without a prize is thrown away when its
 * time comes, a prize without a note would never expire by itself.
 */
export async function setTimers(db: Database, due: readonly PrizeTimer[]): Promise<void> {
  if (due.length > 0) await timers(db).insertMany([...due]);
}

/**
 * Lets a prize expire if its time is over, and tells of it once: only one change of the status can succeed.
 * @returns the prize afterwards, or null when it had nothing left to expire
 */
export async function expire(scope: WriteScope, prizeId: string): Promise<Prize | null> {
  const prize = await markExpired(scope, prizeId);
  if (!prize) return null;
  const { rouletteId, userId } = prize;
  await scope.publish(PrizeExpiredSchema, { prizeId, rouletteId, userId, expiredAt: scope.now.toISOString() });
  return prize;
}

/** The same in a transaction of its own. @returns the prize as it is then, or null when there is none */
export function expirePrize(db: Database, businessId: string, prizeId: string): Promise<Prize | null> {
  return db.transaction(
    createSystemCall(businessId, "expire prize"),
    async (scope) => (await expire(scope, prizeId)) ?? findPrize(scope, prizeId),
  );
}

/** Whoever reads prizes sees no overdue one as won, even before the sweep comes by. */
export async function expireBeforeReading(
  db: Database,
  scope: Scope,
  filter: Omit<PrizeFilter, "status">,
): Promise<void> {
  for (const { _id } of await findOverdue(scope, filter, batchSize)) await expirePrize(db, scope.businessId, _id);
}

/** Works through the timers that are due. @returns how many there were */
export async function sweepOnce(db: Database): Promise<number> {
  const due = await timers(db)
    .find({ dueAt: { $lte: new Date() } }, { sort: { dueAt: 1 }, limit: batchSize })
    .toArray();
  for (const { _id, businessId } of due) {
    await expirePrize(db, businessId, _id);
    await timers(db).deleteOne({ _id });
  }
  return due.length;
}

/** Looks for overdue prizes all the time; of several processes one does, and another takes over when it dies. */
export function startSweeper(db: Database, logger: Logger, everyMs: number): () => Promise<void> {
  const leases = db.infrastructure<{ _id: string; holder: string; until: Date }>("leases");
  const name = "prize sweep";
  const holder = newId("swp");
  let isStopped = false;
  let sweeping = Promise.resolve();

  async function sweep(): Promise<void> {
    try {
      while (!isStopped && (await acquireLease(leases, name, holder)) && (await sweepOnce(db)) === batchSize);
    } catch (error) {
      // Prizes keep their timers; the next round finds them.
      logger.warn({ err: error }, "prizes were not looked through");
    }
  }

  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    sweeping = sweep().finally(() => (isBusy = false));
  }, everyMs).unref();

  return async () => {
    isStopped = true;
    clearInterval(timer);
    await sweeping;
    await releaseLease(leases, name, holder).catch(() => undefined);
  };
}
