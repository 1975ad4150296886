import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { addMember } from "../members/add-member.js";
import { findMemberByPerson, isMemberElsewhere, lockMembers } from "../members/members.store.js";
import type { Person } from "../people/people.types.js";
import { setUsed } from "./invitations.store.js";
import type { Invitation } from "./invitations.types.js";

/**
 * Uses an invitation. The link and the membership change in one transaction, so only one of two parallel requests succeeds.
 * @param as the person who joins; by default the one that the invitation names
 * @returns id of the person, or undefined when the link does not work any more
 * @throws Refusal quota_exceeded
 */
export async function redeemInvitation(db: Database, invitation: Invitation, as?: Person): Promise<string | undefined> {
  const { personId, businessId, isRecovery, inviterId } = invitation;
  // The person may have joined another business after a member made the link.
  if (isRecovery && inviterId !== null && (await isMemberElsewhere(db, businessId, personId))) return undefined;
  const call = createSystemCall(businessId, "redeem invitation");
  const person = as ?? createPerson(invitation);
  const isUsed = await db.transaction(call, async (scope) => {
    await lockMembers(scope);
    if (isRecovery && !(await findMemberByPerson(scope, personId))) return { isUsed: false };
    if (!(await setUsed(scope, invitation._id))) return { isUsed: false };
    if (!isRecovery) await join(scope, invitation, person);
    return { isUsed: true };
  });
  return isUsed.isUsed ? (isRecovery ? personId : person._id) : undefined;
}

function createPerson({ personId, name, email }: Invitation): Person {
  const now = new Date();
  return { _id: personId, name, email, language: null, createdAt: now, joinedAt: now };
}

/** A person who is a member already keeps the role. */
async function join(scope: WriteScope, invitation: Invitation, person: Person): Promise<void> {
  if (!(await findMemberByPerson(scope, person._id))) await addMember(scope, person, invitation);
}
