import type {
  DeletionStepContext,
  DeletionTurn,
  ErasureContext,
  LeaveContext,
  StoredRecord,
  WriteScope,
} from "@tenant-ops/kit/data";
import { deleteIdentitiesOf } from "../identity-providers/identity-providers.store.js";
import type { Invitation } from "../invitations/invitations.types.js";
import { findMemberByPerson, isMemberAnywhere, isMemberOfAnother, lockMembers } from "../members/members.store.js";
import { deleteSessionsOf } from "../sessions/sessions.store.js";
import { deletePerson, findPersonIn, forgetLeftBusiness, listPeopleWhoLeft } from "./people.store.js";

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
  // The identity at a provider stays: who was removed would come back by signing in.
  return {};
}

/**
 * The business of this record leaves. A person whom no other business has as a member is deleted with it: what leads to the person is gone
 * afterwards. Of two businesses that are deleted at the same time, each takes the other for gone. A person who joins another business meanwhile
 * is written by that transaction, so one of the two comes first.
 * @returns how many people and identities were deleted
 */
export async function eraseLastMember(
  { db, scope }: LeaveContext,
  { personId }: StoredRecord & { personId?: string },
): Promise<{ people?: number; identities?: number }> {
  if (personId === undefined) return {};
  if (await isMemberOfAnother(scope, personId, db.closedBusinesses.listDeleting())) return {};
  // An old invitation leads to a person who has left another business since: that one decides, or the time.
  const leftLast = (await findPersonIn(scope, personId))?.leftBusinessId;
  const hasLeftAnother = leftLast !== undefined && leftLast !== scope.businessId;
  if (hasLeftAnother && !(await findMemberByPerson(scope, personId))) return {};
  const identities = await deleteIdentitiesOf(scope, personId);
  return { people: (await erasePerson(scope, personId)) ? 1 : 0, identities };
}

/** Each has one or two transactions of its own. */
const peoplePerTurn = 50;

/** People who left the business before it leaves itself: nothing else of it leads to them. */
export async function eraseEarlierMembers({ db, businessId, change }: DeletionStepContext): Promise<DeletionTurn> {
  const personIds = await listPeopleWhoLeft(db, businessId, peoplePerTurn);
  for (const personId of personIds) {
    let isErased = false;
    await change("people", async (scope) => {
      const { people = 0 } = await eraseLastMember({ db, scope }, { _id: personId, personId });
      isErased = people > 0;
      return people;
    });
    // Otherwise the next turn would find this person again. Counted, because the business is in a record less.
    if (!isErased) await change("earlierMembers", (scope) => forgetLeftBusiness(scope, personId));
  }
  return { hasMore: personIds.length === peoplePerTurn };
}

/** @returns false when the person was deleted before */
async function erasePerson(scope: WriteScope, personId: string): Promise<boolean> {
  await deleteSessionsOf(scope, personId);
  return deletePerson(scope, personId);
}
