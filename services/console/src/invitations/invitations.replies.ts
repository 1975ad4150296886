import type { Invitation } from "./invitations.types.js";

/** An open invitation as lists show it, without its link. */
export function describeInvitation(invitation: Invitation) {
  const { _id, name, email, role, isRecovery, invitedBy, createdAt, expiresAt } = invitation;
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { _id, name, email, role, isRecovery, invitedBy, ...times };
}
