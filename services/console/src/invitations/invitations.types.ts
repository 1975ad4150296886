import type { Role } from "@tenant-ops/rest/console";

/** A link that makes a person a member of a business, or signs a member in again. */
export interface Invitation {
  _id: string;
  businessId: string;
  /** SHA-256 of the token in the link. */
  tokenHash: string;
  name: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** The name of the inviting person, as the page of the link shows it. */
  invitedBy: string;
  /** The person who invites; null for an operator, who acts for the platform. */
  inviterId: string | null;
  /** The person whom the link signs in: a member, or one who is created when it is used. */
  personId: string;
  /** Whether the person was a member when the link was made. */
  isRecovery: boolean;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

/** An open invitation as lists show it, without its link. */
export function describeInvitation(invitation: Invitation) {
  const { _id, name, email, role, isRecovery, invitedBy, createdAt, expiresAt } = invitation;
  const times = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
  return { _id, name, email, role, isRecovery, invitedBy, ...times };
}
