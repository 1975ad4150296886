import { type Database, newId } from "@tenant-ops/kit/data";
import { ensureMembership } from "../members/members.store.js";
import { ensurePerson } from "../people/people.store.js";
import { setUsed } from "./invitations.store.js";
import type { Invitation } from "./invitations.types.js";

/**
 * Uses an invitation. Person and membership come first, with ids that the invitation holds: after a crash the link still works, and
 * of two requests at once both write the same records and one gets the session.
 * @returns false when the invitation was used by another request
 */
export async function redeemInvitation(db: Database, invitation: Invitation): Promise<boolean> {
  const { personId, businessId, name, email, role } = invitation;
  const now = new Date();
  if (!invitation.isRecovery) {
    await ensurePerson(db, { _id: personId, name, email, language: null, createdAt: now });
    const membership = { businessId, personId, email: email.toLowerCase(), role, createdAt: now };
    await ensureMembership(db, { _id: newId("mem"), ...membership });
  }
  return setUsed(db, invitation._id, now);
}
