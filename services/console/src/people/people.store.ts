import type { Database, SharedDeletes, WriteScope } from "@tenant-ops/kit/data";
import type { Person } from "./people.types.js";

// A person can be a member of several businesses, so the record belongs to none of them.
const people = (db: Database) => db.shared<Person>("people");

export const personIndexes = [
  {
    key: { "passkeys.credentialId": 1 as const },
    unique: true,
    partialFilterExpression: { "passkeys.credentialId": { $exists: true } },
  },
];

/**
 * Stores a person who joins a business; of one who is known already nothing changes but the time. It is written also then: so that the
 * membership and an erasure of the person at the same time exclude each other.
 */
export async function putJoiningPerson(scope: WriteScope, { _id, ...person }: Person): Promise<void> {
  // One field cannot be in both.
  const { joinedAt: _, ...known } = person;
  await scope.shared<Person>("people").upsert(_id, { $setOnInsert: known, $set: { joinedAt: scope.now } });
}

export function findPerson(db: Database, personId: string): Promise<Person | null> {
  return people(db).findOne({ _id: { $eq: personId } });
}

export function findPeople(db: Database, personIds: readonly string[]): Promise<Person[]> {
  return people(db)
    .find({ _id: { $in: [...personIds] } })
    .toArray();
}

/** @throws Error for a session of a person who does not exist: people are not deleted */
export async function requirePerson(db: Database, personId: string): Promise<Person> {
  const person = await findPerson(db, personId);
  if (!person) throw new Error("the person of the session does not exist");
  return person;
}

export async function updatePerson(
  db: Database,
  personId: string,
  changes: Partial<Pick<Person, "name" | "language">>,
): Promise<Person | null> {
  return people(db).findOneAndUpdate({ _id: { $eq: personId } }, { $set: changes }, { returnDocument: "after" });
}

/** @returns false without such a person */
export async function deletePerson(source: SharedDeletes, personId: string): Promise<boolean> {
  return (await source.shared<Person>("people").deleteMany({ _id: personId })).deletedCount === 1;
}
