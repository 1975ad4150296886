import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { Membership } from "./members.types.js";

// Shared between businesses: after signing in, a person chooses among their businesses. Every function names the business or the person.
const memberships = (db: Database) => db.shared<Membership>("memberships");

export const membershipIndexes: Array<{ key: Record<string, 1>; unique?: true }> = [
  { key: { businessId: 1, personId: 1 }, unique: true },
  { key: { businessId: 1, email: 1 } },
  { key: { personId: 1, _id: 1 } },
];

/** How many businesses of a person are listed. */
const businessesMax = 100;

/** A person who is a member already keeps their role. */
export async function ensureMembership(db: Database, membership: Membership): Promise<void> {
  await memberships(db)
    .insertOne(membership)
    .catch((error: unknown) => {
      if (!isDuplicateKeyError(error)) throw error;
    });
}

export function findMembership(db: Database, businessId: string, personId: string): Promise<Membership | null> {
  return memberships(db).findOne({ businessId: { $eq: businessId }, personId: { $eq: personId } });
}

export function findMembershipByEmail(db: Database, businessId: string, email: string): Promise<Membership | null> {
  return memberships(db).findOne({ businessId: { $eq: businessId }, email: { $eq: email.toLowerCase() } });
}

/** In the order in which the person joined. */
export function listMembershipsOfPerson(db: Database, personId: string): Promise<Membership[]> {
  return memberships(db)
    .find({ personId: { $eq: personId } }, { sort: { _id: 1 }, limit: businessesMax })
    .toArray();
}
