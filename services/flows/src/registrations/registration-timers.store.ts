import { randomUUID } from "node:crypto";
import type { Database, Scope, SharedRecords, WriteScope } from "@tenant-ops/kit/data";

/** When a pending registration needs work: one per registration, in a collection that workers search across all businesses. */
export interface RegistrationTimer {
  /** The id of the registration. */
  _id: string;
  /** For a claimed timer: the end of the claim, after which another worker may claim it. */
  dueAt: Date;
  /** How often it was claimed since it was set: the attempts at the bank, including those that a crash interrupted. */
  claims: number;
  /** Changes with each claim; only the worker with this token may release the timer. */
  token?: string;
}

export interface ClaimedTimer extends RegistrationTimer {
  businessId: string;
  token: string;
}

/** For queries about one business; see `findNextOfBusiness`. */
const ofBusinessIndex = { businessId: 1, dueAt: 1 } as const;
export const registrationTimerIndexes = [{ key: { dueAt: 1, businessId: 1 } }, { key: ofBusinessIndex }] as const;

export const timersOfRegistrations: SharedRecords = {
  of: "registrations",
  collection: "registrationTimers",
  toId: ({ _id }) => String(_id),
};

const timers = (scope: Scope) => scope.ofShared<RegistrationTimer>("registrationTimers");
const allTimers = (db: Database) => db.shared<RegistrationTimer & { businessId: string }>("registrationTimers");

export async function insertTimer(scope: WriteScope, registrationId: string, dueAt: Date): Promise<void> {
  await timers(scope).append({ _id: registrationId, dueAt, claims: 0 });
}

/** Sets the timer again, with no claims. A worker that has claimed it loses its claim. */
export async function resetTimer(scope: WriteScope, registrationId: string, dueAt: Date): Promise<void> {
  await timers(scope).updateOne(
    { _id: registrationId },
    { $set: { dueAt, claims: 0 }, $unset: { token: 1 } },
    { upsert: true },
  );
}

export async function deleteTimer(scope: Scope, registrationId: string): Promise<void> {
  await timers(scope).deleteOne({ _id: registrationId });
}

/** Ends a claim. @returns false when another worker has claimed the timer since */
export async function releaseTimer(scope: WriteScope, { _id, token }: ClaimedTimer, dueAt: Date): Promise<boolean> {
  const { matchedCount } = await timers(scope).updateOne({ _id, token }, { $set: { dueAt }, $unset: { token: 1 } });
  return matchedCount === 1;
}

/** Claims the timer of a business that has been due longest. */
export async function claimTimer(db: Database, businessId: string, leaseMs: number): Promise<ClaimedTimer | null> {
  const now = Date.now();
  const claimed = await allTimers(db).findOneAndUpdate(
    { businessId: { $eq: businessId }, dueAt: { $lte: new Date(now) } },
    { $set: { dueAt: new Date(now + leaseMs), token: randomUUID() }, $inc: { claims: 1 } },
    { sort: { dueAt: 1 }, hint: ofBusinessIndex, returnDocument: "after" },
  );
  return claimed as ClaimedTimer | null;
}

/** When the next timer of any business is due, including businesses in offboarding. */
export async function findNextDueTime(db: Database): Promise<Date | undefined> {
  const next = await allTimers(db).findOne({}, { sort: { dueAt: 1 }, projection: { dueAt: 1 } });
  return next?.dueAt;
}

/**
 * The first timer of the next business, by id, that has one due by `dueBy`. MongoDB seeks once per business, so skipping a business costs the same
 * whether it has one timer or 100,000.
 * @param busy businesses to skip
 */
export function findNextOfBusiness(
  db: Database,
  { after, dueBy, busy }: { after: string; dueBy: Date; busy: readonly string[] },
): Promise<Pick<ClaimedTimer, "businessId" | "dueAt"> | null> {
  return allTimers(db).findOne(
    { businessId: { $gt: after, $nin: [...busy] }, dueAt: { $lte: dueBy } },
    { sort: ofBusinessIndex, projection: { businessId: 1, dueAt: 1 }, hint: ofBusinessIndex },
  );
}
