import type { ErasureContext, StoredRecord } from "@tenant-ops/kit/data";
import { deleteIdentitiesOf } from "../identity-providers/identity-providers.store.js";
import type { Invitation } from "../invitations/invitations.types.js";
import { listMembershipsOfPerson } from "../members/members.store.js";
import { deleteSessionsOf } from "../sessions/sessions.store.js";
import { deletePerson } from "./people.store.js";

/** The invitation leads to a person who is a member of no business any more: what is known about this person is deleted. */
export async function eraseFormerMember(
  { db }: ErasureContext,
  { personId }: StoredRecord & Partial<Invitation>,
): Promise<object> {
  if (personId === undefined || (await listMembershipsOfPerson(db, personId)).length > 0) return {};
  await deleteSessionsOf(db, personId);
  await deleteIdentitiesOf(db, personId);
  await deletePerson(db, personId);
  return {};
}
