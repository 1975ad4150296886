import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { Retention } from "./retentions.types.js";

export const retentionIndexes: IndexDescription[] = [
  { key: { notDeliveredSince: 1 }, partialFilterExpression: { notDeliveredSince: { $exists: true } } },
];

const retentions = (db: Database) => db.shared<Retention>("retentions");

export function findRetention(db: Database, businessId: string): Promise<Retention | null> {
  return retentions(db).findOne({ _id: { $eq: businessId } });
}

/** @returns false when the stored version is not the one before this */
export async function saveRetention(db: Database, { _id, ...next }: Retention): Promise<boolean> {
  const before = next.version - 1;
  if (before > 0) return (await retentions(db).updateOne({ _id, version: before }, { $set: next })).matchedCount === 1;
  try {
    await retentions(db).insertOne({ _id, ...next });
    return true;
  } catch (error) {
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}

/** @returns false when there was another change since `before` was read */
export async function replaceRetention(db: Database, before: Retention, { _id, ...next }: Retention): Promise<boolean> {
  const { matchedCount } = await retentions(db).updateOne({ _id, version: before.version }, { $set: next });
  return matchedCount === 1;
}

/** The next rules in the order of the ids. */
export function listRetentions(db: Database, after: string, limit: number): Promise<Retention[]> {
  return retentions(db)
    .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit })
    .toArray();
}

/** Does nothing when there was another change meanwhile. */
export async function markDelivered(db: Database, { _id, version }: Retention): Promise<void> {
  await retentions(db).updateOne({ _id, version }, { $unset: { notDeliveredSince: true } });
}

/** Does nothing when there was another change meanwhile, which is delivered itself. @returns the rules with `notDeliveredSince` */
export async function markNotDelivered(db: Database, retention: Retention, now: Date): Promise<Retention> {
  const { _id, version, notDeliveredSince = now } = retention;
  await retentions(db).updateOne({ _id, version }, { $set: { notDeliveredSince } });
  return { ...retention, notDeliveredSince };
}

/** Rules that are not delivered to every service, the oldest `notDeliveredSince` first. Not those of businesses in offboarding: nothing is delivered for them. */
export function findNotDelivered(db: Database, limit: number): Promise<Retention[]> {
  const filter = { _id: { $nin: db.closedBusinesses.list() }, notDeliveredSince: { $exists: true } };
  return retentions(db)
    .find(filter, { sort: { notDeliveredSince: 1 }, limit })
    .toArray();
}
