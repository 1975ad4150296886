import { type Database, newId, type WriteScope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { Person } from "./people.rules.js";

// A person can be a member of several businesses, so the record belongs to none of them.
const people = (db: Database) => db.shared<Person>("people");

export const personIndexes: IndexDescription[] = [
  {
    key: { "passkeys.credentialId": 1 },
    unique: true,
    partialFilterExpression: { "passkeys.credentialId": { $exists: true } },
  },
  {
    key: { lastBusinessId: 1 },
    partialFilterExpression: { lastBusinessId: { $exists: true } },
  },
];

export const newPersonId = (): string => newId("per");

/**
 * Stores a person who joins a business. For a person who exists only the time changes. This write makes the transaction conflict with an erasure of
 * the person at the same time.
 */
export async function putJoiningPerson(scope: WriteScope, { _id, ...person }: Person): Promise<void> {
  // MongoDB does not accept a field in both operators.
  const { joinedAt: _, ...known } = person;
  await scope.shared<Person>("people").upsert(_id, { $setOnInsert: known, $set: { joinedAt: scope.now } });
}

/** Stores that the membership of the person in the business of the scope has ended. Two parallel departures of one person conflict here, so one runs after the other. */
export async function setMembershipEnded(scope: WriteScope, personId: string): Promise<void> {
  const ended = { membershipEndedAt: scope.now, lastBusinessId: scope.businessId };
  await scope.shared<Person>("people").updateMany({ _id: personId }, { $set: ended });
}

/** The ids of people whose last membership was in this business. */
export async function listFormerMembers(db: Database, businessId: string, limit: number): Promise<string[]> {
  const found = await people(db)
    .find({ lastBusinessId: { $eq: businessId } }, { limit, projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

/** @returns the number of changed people: 1, or 0 when another transaction was faster */
export async function forgetLastBusiness(scope: WriteScope, personId: string): Promise<number> {
  const filter = { _id: personId, lastBusinessId: scope.businessId };
  return (await scope.shared<Person>("people").updateMany(filter, { $unset: { lastBusinessId: true } })).matchedCount;
}

/** @returns false when the person was deleted */
export async function setSignedIn(db: Database, personId: string, signedInAt: Date): Promise<boolean> {
  return (await people(db).updateOne({ _id: { $eq: personId } }, { $set: { signedInAt } })).matchedCount === 1;
}

/** The fields that decide whether a person without a membership is kept. */
export type LastSeen = Pick<Person, "_id" | "email" | "joinedAt" | "membershipEndedAt" | "signedInAt">;

/** The next people in the order of their ids. */
export function listPeople(db: Database, after: string, limit: number): Promise<LastSeen[]> {
  const projection = { email: 1, joinedAt: 1, membershipEndedAt: 1, signedInAt: 1 };
  return people(db)
    .find({ _id: { $gt: after } }, { sort: { _id: 1 }, limit, projection })
    .toArray();
}

/** Matches the person only while the record is unchanged: joining, leaving and signing in each change one of these times. */
const toUnchanged = ({ _id, joinedAt, membershipEndedAt, signedInAt }: LastSeen) => ({
  _id: { $eq: _id },
  joinedAt,
  membershipEndedAt: membershipEndedAt ?? { $exists: false },
  signedInAt: signedInAt ?? { $exists: false },
});

/** @returns false when the person has joined, left or signed in since the read */
export async function deleteUnchanged(db: Database, person: LastSeen): Promise<boolean> {
  return (await people(db).deleteOne(toUnchanged(person))).deletedCount === 1;
}

export function findPerson(db: Database, personId: string): Promise<Person | null> {
  return people(db).findOne({ _id: { $eq: personId } });
}

export function findPeople(db: Database, personIds: readonly string[]): Promise<Person[]> {
  return people(db)
    .find({ _id: { $in: [...personIds] } })
    .toArray();
}

/** Reads the person in the transaction of a business. */
export function findPersonIn(scope: WriteScope, personId: string): Promise<Person | null> {
  return scope.shared<Person>("people").findOne({ _id: personId });
}

export async function updatePerson(
  db: Database,
  personId: string,
  changes: Partial<Pick<Person, "name" | "language">>,
): Promise<Person | null> {
  return people(db).findOneAndUpdate({ _id: { $eq: personId } }, { $set: changes }, { returnDocument: "after" });
}

/** @returns false without such a person */
export async function deletePerson(scope: WriteScope, personId: string): Promise<boolean> {
  return (await scope.shared<Person>("people").deleteMany({ _id: personId })).deletedCount === 1;
}
