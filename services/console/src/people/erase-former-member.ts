import type { Database, ErasureContext, SharedDeletes, StoredRecord } from "@tenant-ops/kit/data";
import { deleteIdentitiesOf } from "../identity-providers/identity-providers.store.js";
import type { Invitation } from "../invitations/invitations.types.js";
import { isMemberAnywhere, listMembershipsOfPerson, lockMembers } from "../members/members.store.js";
import { deleteSessionsOf } from "../sessions/sessions.store.js";
import { deletePerson } from "./people.store.js";

/**
 * The invitation leads to a person who is a member of no business any more: what is known about this person is deleted, in the transaction that
 * deletes the invitation. Of an erasure and a use of the invitation at the same time, one comes first as a whole.
 */
export async function eraseFormerMember(
  { scope }: ErasureContext,
  { personId }: StoredRecord & Partial<Invitation>,
): Promise<object> {
  if (personId === undefined) return {};
  await lockMembers(scope);
  if (!(await isMemberAnywhere(scope, personId))) await erasePerson(scope, personId);
  return {};
}

/**
 * The business of these records leaves. People whom no other business has as a member are deleted with it: what leads to them is gone
 * afterwards. Of two businesses that are deleted at the same time, each takes the other for gone.
 */
export async function eraseLastMembers(
  db: Database,
  records: readonly (StoredRecord & { personId?: string; businessId?: string })[],
): Promise<{ people: number }> {
  let people = 0;
  for (const { personId, businessId } of records) {
    if (personId === undefined) continue;
    const memberships = await listMembershipsOfPerson(db, personId);
    const isElsewhere = memberships.some(
      (other) => other.businessId !== businessId && !db.closedBusinesses.isDeleting(other.businessId),
    );
    if (!isElsewhere && (await erasePerson(db, personId))) people += 1;
  }
  return { people };
}

/** @returns false when the person was deleted before */
async function erasePerson(source: SharedDeletes, personId: string): Promise<boolean> {
  await deleteSessionsOf(source, personId);
  await deleteIdentitiesOf(source, personId);
  return deletePerson(source, personId);
}
