import {
  type Database,
  findSharedPage,
  type Page,
  type PageRequest,
  planPersonSearch,
  type Scope,
  toPersonWords,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Role } from "@tenant-ops/rest/access";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import type { Membership } from "./members.rules.js";

// Shared between businesses, because a person who signs in can be a member of several. Every function names the business or the person.
const memberships = (db: Database) => db.shared<Membership>("memberships");
const ofBusiness = (scope: Scope) => scope.ofShared<Membership>("memberships");

export const membershipIndexes: Array<{ key: Record<string, 1>; unique?: true }> = [
  { key: { businessId: 1, personId: 1 }, unique: true },
  { key: { businessId: 1, _id: 1 } },
  { key: { businessId: 1, role: 1, _id: 1 } },
  { key: { businessId: 1, email: 1 } },
  { key: { businessId: 1, words: 1 } },
  { key: { personId: 1, _id: 1 } },
];

/** How many businesses of a person are listed. */
const businessesMax = 100;
/** The whole record: the kit leaves out the business otherwise. */
const whole = { projection: {} };

/** Makes changes of the members of a business wait for each other, so that a count is still true when the change is stored. */
export async function lockMembers(scope: WriteScope): Promise<void> {
  const filter = { _id: scope.businessId };
  await scope
    .collection<{ _id: string; changes: number }>("memberLocks")
    .updateOne(filter, { $inc: { changes: 1 } }, { upsert: true });
}

export async function insertMembership(scope: WriteScope, membership: Membership): Promise<void> {
  await ofBusiness(scope).insertOne(membership);
}

export async function setRole(scope: WriteScope, memberId: string, role: Role): Promise<void> {
  await ofBusiness(scope).updateOne({ _id: memberId }, { $set: { role } });
}

export async function deleteMembership(scope: WriteScope, memberId: string): Promise<void> {
  await ofBusiness(scope).deleteOne({ _id: memberId });
}

/** @param limit counts at most this many */
export function countMembers(scope: Scope, filter: { role?: Role }, limit: number): Promise<number> {
  return ofBusiness(scope).count(filter, limit);
}

export function findMemberById(scope: Scope, memberId: string): Promise<Membership | null> {
  return ofBusiness(scope).findOne({ _id: memberId }, whole);
}

export function findMemberByPerson(scope: Scope, personId: string): Promise<Membership | null> {
  return ofBusiness(scope).findOne({ personId }, whole);
}

/** Of several members with one address, the one who joined first. Their rights do not depend on the address. */
export function findMemberByEmail(scope: Scope, email: string): Promise<Membership | null> {
  return ofBusiness(scope).findOne({ email: normalizeEmail(email) }, { ...whole, sort: { _id: 1 } });
}

export function findMembership(db: Database, businessId: string, personId: string): Promise<Membership | null> {
  return memberships(db).findOne({ businessId: { $eq: businessId }, personId: { $eq: personId } });
}

/** In the order in which the person joined. */
export function listMembershipsOfPerson(db: Database, personId: string): Promise<Membership[]> {
  return memberships(db)
    .find({ personId: { $eq: personId } }, { sort: { _id: 1 }, limit: businessesMax })
    .toArray();
}

export async function isMemberElsewhere(db: Database, businessId: string, personId: string): Promise<boolean> {
  const filter = { personId: { $eq: personId }, businessId: { $ne: businessId } };
  return (await memberships(db).findOne(filter, { projection: { _id: 1 } })) !== null;
}

/** Whether the person is a member of any business. */
export async function isMemberAnywhere(scope: WriteScope, personId: string): Promise<boolean> {
  return (await scope.shared<Membership>("memberships").findOne({ personId })) !== null;
}

/** Whether the person is a member of another business than that of the scope. Businesses that are being deleted do not count. */
export async function isMemberOfAnother(
  scope: WriteScope,
  personId: string,
  deleting: readonly string[],
): Promise<boolean> {
  const filter = { personId, businessId: { $nin: [scope.businessId, ...deleting] } };
  return (await scope.shared<Membership>("memberships").findOne(filter)) !== null;
}

/** Those of these people who are members of a business. */
export async function findMembersAmong(db: Database, personIds: readonly string[]): Promise<Set<string>> {
  const found = await memberships(db)
    .find({ personId: { $in: [...personIds] } }, { projection: { personId: 1 } })
    .toArray();
  return new Set(found.map(({ personId }) => personId));
}

export async function setNameOfMemberships(db: Database, personId: string, name: string): Promise<void> {
  const found = await memberships(db)
    .find({ personId: { $eq: personId } }, { projection: { email: 1 } })
    .toArray();
  for (const { _id, email } of found) {
    await memberships(db).updateOne({ _id }, { $set: { name, words: toPersonWords({ fullName: name, email }) } });
  }
}

export interface MemberFilter {
  businessId: string;
  role: Role | undefined;
  /** Words of the name or the e-mail; empty for all. */
  search: string;
}

/** In the order in which they joined. A business has at most 1,000 members, so a search may sort what it has found. */
export function listMembers(
  db: Database,
  { businessId, role, search }: MemberFilter,
  page: PageRequest,
): Promise<Page<Membership>> {
  const words = planPersonSearch(search);
  const filter = { businessId, role, ...(words && { words: { $all: [...words] } }) };
  return findSharedPage(memberships(db), filter, page, "oldest first");
}
