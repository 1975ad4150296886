import { type Database, findSharedPage, type Page, type PageRequest } from "@tenant-ops/kit/data";
import type { Business } from "./businesses.types.js";

export const businessIndexes: Array<{ key: Record<string, 1> }> = [
  { key: { active: 1, _id: 1 } },
  { key: { name: 1, _id: 1 } },
];

const businesses = (db: Database) => db.shared<Business>("businesses");

export async function insertBusiness(db: Database, business: Business): Promise<void> {
  await businesses(db).insertOne(business);
}

export function findBusiness(db: Database, businessId: string): Promise<Business | null> {
  return businesses(db).findOne({ _id: { $eq: businessId } });
}

/** In the order of creation. Absent fields do not filter. */
export function listBusinesses(
  db: Database,
  filter: { active?: boolean | undefined; name?: string | undefined },
  page: PageRequest,
): Promise<Page<Business>> {
  return findSharedPage(businesses(db), filter, page, "oldest first");
}

/** Messages may arrive in another order than they were sent. @returns false when a later version is stored, or without the business */
export async function setApprovals(db: Database, businessId: string, approvals: Business["approvals"] & object) {
  const isOlder = [{ approvals: { $exists: false } }, { "approvals.version": { $lte: approvals.version } }];
  const changed = await businesses(db).updateOne({ _id: { $eq: businessId }, $or: isOlder }, { $set: { approvals } });
  return changed.matchedCount === 1;
}

/** @returns the business after the change, or null */
export function updateBusiness(db: Database, businessId: string, change: Partial<Business>): Promise<Business | null> {
  return businesses(db).findOneAndUpdate({ _id: { $eq: businessId } }, { $set: change }, { returnDocument: "after" });
}
