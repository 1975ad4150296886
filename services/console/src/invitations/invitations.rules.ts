import { refused } from "@tenant-ops/kit/errors";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import type { Role } from "@tenant-ops/rest/access";
import {
  type Membership,
  requireActor,
  requireChangeable,
  requireMayGive,
  type RoleRequest,
} from "../members/members.rules.js";
import type { Person } from "../people/people.rules.js";
import type { Session } from "../sessions/sessions.rules.js";

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

/** Open invitations of a business at most. */
export const openMax = 200;

/** What an invitation says. */
export type Given = Pick<Invitation, "name" | "email" | "role" | "invitedBy">;

/** An invitation by a member. */
export type InvitationRequest = Omit<Given, "invitedBy"> & { actorId: string };

/** @param personId the person whom the link signs in; undefined: one who is created when it is used */
function planLink(given: Given & Pick<Invitation, "inviterId">, personId: string | undefined, open: number) {
  if (open >= openMax)
    throw refused("quota_exceeded", `A business may have ${openMax} open invitations. Withdraw those not needed.`, {
      max: openMax,
    });
  const { name, email, role, invitedBy, inviterId } = given;
  return { name, email: normalizeEmail(email), role, invitedBy, inviterId, personId };
}

export type LinkPlan = ReturnType<typeof planLink>;

interface Found {
  actor: Membership | null;
  member: Membership | null;
  /** Invitations that are open, counted to `openMax`. */
  open: number;
}

/** @throws Refusal quota_exceeded */
export function planOperatorLink(given: Given, { member, open }: Omit<Found, "actor">): LinkPlan {
  return planLink({ ...given, inviterId: null }, member?.personId, open);
}

/** @throws Refusal already_member, forbidden, quota_exceeded */
export function planInvitation({ actorId, ...given }: InvitationRequest, found: Found): LinkPlan {
  const actor = requireActor(found.actor);
  requireMayGive(actor.role, given.role);
  const { email } = given;
  if (found.member) throw refused("already_member", `A member of the business has the e-mail ${email}.`, { email });
  return planLink({ ...given, invitedBy: actor.name, inviterId: actorId }, undefined, found.open);
}

/** @throws Refusal member_not_found, forbidden, recovery_not_allowed, quota_exceeded */
export function planRecoveryLink(
  { actorId, memberId }: Omit<RoleRequest, "role">,
  { isElsewhere, open, ...found }: Found & { isElsewhere: boolean },
): LinkPlan {
  const { actor, member } = requireChangeable(memberId, found);
  const { name } = member;
  if (isElsewhere)
    throw refused(
      "recovery_not_allowed",
      `${name} is a member of other businesses too, and the link would open them as well. Ask the operator for a link.`,
      { name },
    );
  return planLink({ ...member, invitedBy: actor.name, inviterId: actorId }, member.personId, open);
}

/** A person who is signed in and joins a further business. */
export interface JoiningPerson {
  person: Person;
  session: Session;
  /** Of the new token of the session. */
  tokenHash: string;
  /** The passkeys that the person recognises, of those that were added after a link. */
  knownPasskeys: readonly string[];
}

/** The use of a link. */
export interface Redemption {
  invitation: Invitation;
  /** Who joins; absent: the person whom the invitation names. */
  as?: JoiningPerson;
}

/**
 * A person who is a member already keeps the role.
 * @param found whether the link may sign its person in, and the membership of the person who uses it
 * @returns who uses the link, and who becomes a member; undefined when the link does not work any more
 */
export function planRedemption(
  { invitation: { personId, name, email, isRecovery }, as }: Redemption,
  { isAllowed, member, now }: { isAllowed: boolean; member: Membership | null; now: Date },
): { personId: string; joining?: Person } | undefined {
  if (!isAllowed || (isRecovery && !member)) return undefined;
  const person = as?.person ?? { _id: personId, name, email, language: null, createdAt: now, joinedAt: now };
  return { personId: isRecovery ? personId : person._id, ...(!member && { joining: person }) };
}
