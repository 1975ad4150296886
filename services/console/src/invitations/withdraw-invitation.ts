import type { Call } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { requireActor } from "../members/members.changes.js";
import { deleteOpenInvitation } from "./invitations.store.js";

/**
 * Ends the link of an open invitation.
 * @param actorId the member who withdraws it; absent for an operator, who acts for the platform
 * @throws Refusal invitation_not_found, forbidden
 */
export async function withdrawInvitation(
  db: Database,
  call: Call,
  invitationId: string,
  actorId?: string,
): Promise<void> {
  await db.transaction(call, async (scope) => {
    if (actorId !== undefined) await requireActor(scope, actorId);
    if (!(await deleteOpenInvitation(scope, invitationId)))
      throw new Refusal("invitation_not_found", "There is no such open invitation.");
    return {};
  });
}
