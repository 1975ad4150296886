import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
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

/** A second insert of the same id changes nothing: it is the repeat of the first. */
export async function ensurePerson(db: Database, person: Person): Promise<void> {
  await people(db)
    .insertOne(person)
    .catch((error: unknown) => {
      if (!isDuplicateKeyError(error, "_id")) throw error;
    });
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

export async function deletePerson(db: Database, personId: string): Promise<void> {
  await people(db).deleteOne({ _id: { $eq: personId } });
}
