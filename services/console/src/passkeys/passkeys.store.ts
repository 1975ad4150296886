import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { findPerson } from "../people/people.store.js";
import { passkeysMax } from "./passkeys.rules.js";
import { hasSession } from "../sessions/sessions.store.js";
import type { Passkey, Person } from "../people/people.rules.js";
import type { Session } from "../sessions/sessions.rules.js";

const people = (db: Database) => db.shared<Person>("people");

/**
 * Adds a passkey in a session of the person. A person who joins a further business loses other sessions and passkeys that others may have added
 * (`confirmPasskeys`); a passkey that is being added meanwhile must not stay.
 * @returns `full`: the person has as many as allowed; `ended`: the session has ended
 */
export async function addPasskey(
  db: Database,
  { _id: sessionId, personId }: Pick<Session, "_id" | "personId">,
  passkey: Passkey,
): Promise<"added" | "full" | "ended"> {
  const person = await findPerson(db, personId);
  // Read after the person: joining ends the session before this read, or changes `joinedAt` before the write.
  if (!person || !(await hasSession(db, sessionId))) return "ended";
  const { joinedAt } = person;
  const filter = { _id: { $eq: personId }, joinedAt, [`passkeys.${passkeysMax - 1}`]: { $exists: false } };
  const added = await people(db).updateOne(filter, { $push: { passkeys: passkey } });
  if (added.matchedCount === 1) return "added";
  const { passkeys = [] } = (await findPerson(db, personId)) ?? {};
  return passkeys.length >= passkeysMax ? "full" : "ended";
}

export async function hasPasskey(db: Database, personId: string, passkeyId: string): Promise<boolean> {
  return (await people(db).countDocuments({ _id: { $eq: personId }, "passkeys._id": { $eq: passkeyId } })) === 1;
}

export function findPersonByCredential(db: Database, credentialId: string): Promise<Person | null> {
  return people(db).findOne({ "passkeys.credentialId": { $eq: credentialId } });
}

/** @returns false when the passkey was used by another request meanwhile, or was deleted */
export async function setPasskeyUsed(
  db: Database,
  { _id, counter }: Passkey,
  newCounter: number,
  at: Date,
): Promise<boolean> {
  const used = await people(db).updateOne(
    { passkeys: { $elemMatch: { _id: { $eq: _id }, counter: { $eq: counter } } } },
    { $set: { "passkeys.$.counter": newCounter, "passkeys.$.lastUsedAt": at } },
  );
  return used.matchedCount === 1;
}

/** @returns false without such a passkey */
export async function setPasskeyName(
  db: Database,
  personId: string,
  passkeyId: string,
  name: string,
): Promise<boolean> {
  const filter = { _id: { $eq: personId }, "passkeys._id": { $eq: passkeyId } };
  return (await people(db).updateOne(filter, { $set: { "passkeys.$.name": name } })).matchedCount === 1;
}

/** @returns false without such a passkey, and when it is the last one; also after two parallel deletions one passkey is kept */
export async function deletePasskeyUnlessLast(db: Database, personId: string, passkeyId: string): Promise<boolean> {
  const filter = { _id: { $eq: personId }, "passkeys._id": { $eq: passkeyId }, "passkeys.1": { $exists: true } };
  return (await people(db).updateOne(filter, { $pull: { passkeys: { _id: passkeyId } } })).matchedCount === 1;
}

/** Keeps, of the passkeys that were added after a link, those that the person knows; their mark goes away. @returns how many the person has then */
export async function confirmPasskeys(scope: WriteScope, personId: string, known: readonly string[]): Promise<number> {
  const shared = scope.shared<Person>("people");
  await shared.updateMany({ _id: personId }, { $pull: { passkeys: { isFromLink: true, _id: { $nin: [...known] } } } });
  const some = { _id: personId, "passkeys.0": { $exists: true } };
  await shared.updateMany(some, { $unset: { "passkeys.$[].isFromLink": true } });
  return (await shared.findOne({ _id: personId }))?.passkeys?.length ?? 0;
}
