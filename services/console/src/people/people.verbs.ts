import type { ConsoleContext } from "../context.js";
import { setNameOfMemberships } from "../members/members.store.js";
import { type Person, requirePerson } from "./people.rules.js";
import { updatePerson } from "./people.store.js";

type ProfileChange = { [Field in "name" | "language"]?: Person[Field] | undefined };

/** Changes what a person says about themselves; the name in all their businesses. */
export async function updateProfile(
  { db }: ConsoleContext,
  personId: string,
  { name, language }: ProfileChange,
): Promise<Person> {
  const changes = { ...(name !== undefined && { name }), ...(language !== undefined && { language }) };
  const changed = requirePerson(await updatePerson(db, personId, changes));
  if (name !== undefined) await setNameOfMemberships(db, personId, name);
  return changed;
}
