import type { Database } from "@tenant-ops/kit/data";
import type { RateOverrides } from "../tenant/tenant.js";

export interface Business {
  _id: string;
  name: string;
  country: string;
  currency: string;
  timeZone: string;
  /** Writes need the proposal_token of their preview. */
  requireProposal: boolean;
  rates: RateOverrides;
  /** While false, the keys of the business are rejected. */
  active: boolean;
  createdAt: Date;
}

export const businessIndexes = [];

const businesses = (db: Database) => db.shared<Business>("businesses");

export async function insertBusiness(db: Database, business: Business): Promise<void> {
  await businesses(db).insertOne(business);
}

export function findBusiness(db: Database, businessId: string): Promise<Business | null> {
  return businesses(db).findOne({ _id: { $eq: businessId } });
}

/** In the order of creation: ids sort by time. */
export function listBusinesses(db: Database, after: string, limit: number): Promise<Business[]> {
  return businesses(db)
    .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit })
    .toArray();
}

/** @returns the business after the change, or null */
export function updateBusiness(db: Database, businessId: string, change: Partial<Business>): Promise<Business | null> {
  const filter = { _id: { $eq: businessId } };
  // MongoDB refuses an empty $set.
  if (Object.keys(change).length === 0) return findBusiness(db, businessId);
  return businesses(db).findOneAndUpdate(filter, { $set: change }, { returnDocument: "after" });
}
