import type { BusinessDeletionContext, ErasureContext, PassRun, StoredRecord, WriteScope } from "@tenant-ops/kit/data";
import { deleteIdentitiesOf } from "../identity-providers/identity-providers.store.js";
import { findMemberByPerson, isMemberAnywhere, isMemberOfAnother, lockMembers } from "../members/members.store.js";
import { deleteSessionsOf } from "../sessions/sessions.store.js";
import { deletePerson, findPersonIn, forgetLastBusiness, listFormerMembers } from "./people.store.js";
import type { Invitation } from "../invitations/invitations.rules.js";

/**
 * Called when an invitation is erased. When its person is a member of no business any more, the person is deleted in the same transaction. When the
 * invitation is used at the same time, the two transactions conflict, and one of them runs completely before the other.
 */
export async function eraseFormerMember(
  { scope }: ErasureContext,
  { personId }: StoredRecord & Partial<Invitation>,
): Promise<object> {
  if (personId === undefined) return {};
  await lockMembers(scope);
  if (!(await isMemberAnywhere(scope, personId))) await erasePerson(scope, personId);
  // The identity at a provider is kept: without it, a removed member could become a member again by signing in.
  return {};
}

/**
 * Called when a record of a business is deleted in an offboarding. A person who is a member of no other business is deleted with the business,
 * because no record leads to the person afterwards. Businesses that are being deleted at the same time do not count as other businesses. A person who
 * joins another business at the same time is changed by that transaction, so the two conflict and one of them runs first.
 * @returns how many people and identities were deleted
 */
export async function eraseLastMember(
  { db, scope }: BusinessDeletionContext,
  { personId }: StoredRecord & { personId?: string },
): Promise<{ people?: number; identities?: number }> {
  if (personId === undefined) return {};
  if (await isMemberOfAnother(scope, personId, db.closedBusinesses.listDeleting())) return {};
  // An old invitation can lead to a person who was later a member of another business. That business deletes the person, or `former-members.ts`.
  const lastBusinessId = (await findPersonIn(scope, personId))?.lastBusinessId;
  const hasLaterBusiness = lastBusinessId !== undefined && lastBusinessId !== scope.businessId;
  if (hasLaterBusiness && !(await findMemberByPerson(scope, personId))) return {};
  const identities = await deleteIdentitiesOf(scope, personId);
  return { people: (await erasePerson(scope, personId)) ? 1 : 0, identities };
}

/** Each person needs one or two transactions. */
const peoplePerRun = 50;

/** Deletes people whose membership ended before the offboarding: no other record of the business leads to them. */
export async function eraseEarlierMembers({ db, call, change }: PassRun): Promise<string | undefined> {
  const personIds = await listFormerMembers(db, call.businessId, peoplePerRun);
  for (const personId of personIds) {
    let isErased = false;
    await change("people", async (scope) => {
      const { people = 0 } = await eraseLastMember({ db, scope }, { _id: personId, personId });
      isErased = people > 0;
      return people;
    });
    // Otherwise the next call would find this person again. It is counted, because one record less contains the business.
    if (!isErased) await change("earlierMembers", (scope) => forgetLastBusiness(scope, personId));
  }
  return personIds.length === peoplePerRun ? personIds.at(-1) : undefined;
}

/** @returns false when the person was deleted before */
async function erasePerson(scope: WriteScope, personId: string): Promise<boolean> {
  await deleteSessionsOf(scope, personId);
  return deletePerson(scope, personId);
}
