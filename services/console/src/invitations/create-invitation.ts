import type { Database } from "@tenant-ops/kit/data";
import type { ConsoleConfig } from "../config.js";
import { findMembershipByEmail } from "../members/members.store.js";
import { hashToken } from "../sessions/session-cookie.js";
import { ensureInvitation } from "./invitations.store.js";
import type { Invitation } from "./invitations.types.js";
import { createLinkToken } from "./link-tokens.js";

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

export interface NewInvitation extends Pick<Invitation, "businessId" | "name" | "email" | "role" | "invitedBy"> {
  invitationId: string;
  /** For a person who is no member yet. */
  personId: string;
}

/** Makes the link of an invitation. When the e-mail is that of a member of the business, the link signs this member in again. */
export async function createInvitation(
  db: Database,
  { APP_URL, LINK_SECRET }: Pick<ConsoleConfig, "APP_URL" | "LINK_SECRET">,
  { invitationId, personId, ...fields }: NewInvitation,
): Promise<{ id: string; url: string; expiresAt: Date }> {
  const token = createLinkToken(LINK_SECRET, "invitation", invitationId);
  const member = await findMembershipByEmail(db, fields.businessId, fields.email);
  const createdAt = new Date();
  const { expiresAt } = await ensureInvitation(db, {
    ...fields,
    _id: invitationId,
    tokenHash: hashToken(token),
    personId: member?.personId ?? personId,
    isRecovery: member !== null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    usedAt: null,
  });
  return { id: invitationId, url: `${APP_URL}/invitation/${token}`, expiresAt };
}
