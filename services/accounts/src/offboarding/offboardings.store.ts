import { createSystemCall } from "@tenant-ops/kit/call";
import {
  type Database,
  findSharedPage,
  isDuplicateKeyError,
  type Page,
  type PageRequest,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import { markSandbox } from "../sandboxes/sandboxes.store.js";
import type { Actor, DeletionRequest, EmptiedSandbox, Offboarding, OffboardingStatus } from "./offboardings.types.js";

export const offboardingIndexes: IndexDescription[] = [
  // A business has at most one active request.
  {
    key: { businessId: 1, isActive: 1 },
    unique: true,
    partialFilterExpression: { isActive: { $exists: true } },
  },
  { key: { businessId: 1, _id: -1 } },
  { key: { businessId: 1, "keys.key": 1 }, unique: true },
  { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
  { key: { sandboxOf: 1 }, partialFilterExpression: { sandboxOf: { $exists: true } } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

const offboardings = (db: Database) => db.shared<Offboarding>("offboardings");

/**
 * A reset at the same time gives the sandbox another id. Both change the record of the sandbox, so one of the two transactions runs again and sees the
 * other.
 * @returns false when another request of the business is active, or has this key, or when the sandbox has another id now
 */
export async function insertOffboarding(db: Database, { _id, ...offboarding }: Offboarding): Promise<boolean> {
  const { businessId, sandboxId } = offboarding;
  const call = createSystemCall(businessId, "insert offboarding", { allowsClosed: "deleting" });
  try {
    return await db.transaction(call, async (scope) => {
      if (!(await markSandbox(scope, sandboxId, _id))) return false;
      await scope.shared<Offboarding>("offboardings").upsert(_id, { $setOnInsert: offboarding });
      return true;
    });
  } catch (error) {
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}

export function findActive(db: Database, businessId: string): Promise<Offboarding | null> {
  return offboardings(db).findOne({ businessId: { $eq: businessId }, isActive: true });
}

/** Reads in the transaction of a reset, which conflicts with the insertion of a request. */
export async function hasActiveOffboarding(scope: WriteScope, businessId: string): Promise<boolean> {
  return (await scope.shared<Offboarding>("offboardings").findOne({ businessId, isActive: true })) !== null;
}

export function insertEmptied(scope: WriteScope, { _id, ...emptied }: EmptiedSandbox): Promise<void> {
  return scope.shared<EmptiedSandbox>("offboardings").upsert(_id, { $setOnInsert: emptied });
}

/** What a sandbox had under this id before it was emptied. */
export function findEmptied(db: Database, sandboxId: string): Promise<EmptiedSandbox | null> {
  return db.shared<EmptiedSandbox>("offboardings").findOne({ businessId: { $eq: sandboxId }, isActive: true });
}

/** How many earlier ids of the sandbox of a business are not deleted yet. */
export function countEmptied(db: Database, businessId: string): Promise<number> {
  return offboardings(db).countDocuments({ sandboxOf: { $eq: businessId } });
}

/** The last request of a business. */
export function findLast(db: Database, businessId: string): Promise<Offboarding | null> {
  return offboardings(db).findOne({ businessId: { $eq: businessId } }, { sort: { _id: -1 } });
}

export function findOffboarding<T extends DeletionRequest = Offboarding>(db: Database, id: string): Promise<T | null> {
  return db.shared<DeletionRequest>("offboardings").findOne({ _id: { $eq: id } }) as Promise<T | null>;
}

export function listOffboardings(db: Database, page: PageRequest): Promise<Page<Offboarding>> {
  return findSharedPage(offboardings(db), { sandboxOf: { $exists: false } }, page, "newest first");
}

const dueMax = 100;

/** Requests that are due, the earliest `dueAt` first: those of businesses, or those of emptied sandboxes. */
export function findDue(
  db: Database,
  now: Date,
  { limit, areEmptied = false }: { limit: number; areEmptied?: boolean },
): Promise<Pick<DeletionRequest, "_id" | "businessId">[]> {
  return offboardings(db)
    .find(
      { dueAt: { $lte: now }, sandboxOf: { $exists: areEmptied } },
      { sort: { dueAt: 1 }, limit, projection: { businessId: 1 } },
    )
    .toArray();
}

/**
 * Stores a change if the request has still this status, version and pass: a process that has lost its lease may have read an older state.
 * @returns the request after the change; null when it was changed meanwhile
 */
export function updateOffboarding(
  db: Database,
  { _id, status, version, deletion }: Pick<DeletionRequest, "_id" | "status" | "version" | "deletion">,
  change: Partial<Offboarding>,
  remove: readonly ("isActive" | "dueAt")[] = [],
): Promise<Offboarding | null> {
  const unset = Object.fromEntries(remove.map((field) => [field, true as const]));
  return offboardings(db).findOneAndUpdate(
    { _id, status, version, "deletion.pass": deletion?.pass ?? { $exists: false } },
    { $set: change, ...(remove.length > 0 && { $unset: unset }) },
    { returnDocument: "after" },
  );
}

/** Cancels the request, unless the deletion is due or has begun. @returns the request after the change; null when it cannot be cancelled any more */
export function setReopening(db: Database, businessId: string, by: Actor, now: Date): Promise<Offboarding | null> {
  const cancelable: OffboardingStatus[] = ["closing", "waiting"];
  return offboardings(db).findOneAndUpdate(
    { businessId: { $eq: businessId }, isActive: true, status: { $in: cancelable }, deleteAt: { $gt: now } },
    { $set: { status: "reopening", canceledBy: by, canceledAt: now, dueAt: now }, $inc: { version: 1 } },
    { returnDocument: "after" },
  );
}

/** Deletes earlier requests of a deleted business: only the receipt stays. */
export async function deleteEarlier(db: Database, { _id, businessId }: DeletionRequest): Promise<void> {
  await offboardings(db).deleteMany({ businessId: { $eq: businessId }, _id: { $ne: _id } });
}

export async function deleteOffboarding(db: Database, { _id }: DeletionRequest): Promise<void> {
  await offboardings(db).deleteOne({ _id });
}

/** The `deleteAt` of the deletion that is most overdue. */
export async function findOldestOverdue(db: Database, now: Date): Promise<Date | undefined> {
  const filter = { isActive: true as const, dueAt: { $exists: true }, deleteAt: { $lte: now } };
  const found = await offboardings(db).findOne(filter, { sort: { deleteAt: 1 }, projection: { deleteAt: 1 } });
  return found?.deleteAt;
}

/** When the oldest closing or cancellation was requested that is not in effect in every process yet. */
export async function findOldestPending(db: Database): Promise<Date | undefined> {
  const pending: OffboardingStatus[] = ["closing", "reopening"];
  const filter = { isActive: true as const, dueAt: { $exists: true }, status: { $in: pending } };
  const found = await offboardings(db)
    .find(filter, { projection: { requestedAt: 1, canceledAt: 1 }, limit: dueMax })
    .toArray();
  const times = found.map(({ requestedAt, canceledAt }) => (canceledAt ?? requestedAt).getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}
