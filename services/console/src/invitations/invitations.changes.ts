import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import { type Database, newId, type WriteScope } from "@tenant-ops/kit/data";
import { Refusal, refused } from "@tenant-ops/kit/errors";
import { hashToken } from "@tenant-ops/kit/http";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import { addMember, requireActor, requireMember } from "../members/members.changes.js";
import { requireMayChange, requireMayGive } from "../members/members.rules.js";
import { findMemberByEmail, findMemberByPerson, isMemberElsewhere, lockMembers } from "../members/members.store.js";
import { confirmPasskeys } from "../passkeys/passkeys.store.js";
import { newPersonId, type Person } from "../people/people.types.js";
import { keepOneSession, type Session } from "../sessions/sessions.store.js";
import {
  countOpenInvitations,
  deleteOpenInvitation,
  insertInvitation,
  type Invitation,
  setUsed,
} from "./invitations.store.js";
import { createInvitationToken, createInvitationUrl, type LinkSettings } from "./link-tokens.js";

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;
const openMax = 200;

interface Options {
  db: Database;
  config: LinkSettings;
}

type Given = Pick<Invitation, "name" | "email" | "role" | "invitedBy">;

/** The stored reply of the transaction. The link is computed from it and from LINK_SECRET. */
interface MadeLink {
  _id: string;
  tokenHash: string;
  expiresAt: string;
}

/** A link as the answer shows it. */
export interface ShownLink {
  _id: string;
  url: string;
  expiresAt: string;
}

/** An invitation by an operator. When the e-mail belongs to a member of the business, the link signs this member in again. */
export async function inviteAsOperator({ db, config }: Options, call: Call, given: Given): Promise<ShownLink> {
  const made = await db.transaction(call, async (scope) => {
    await lockMembers(scope);
    const member = await findMemberByEmail(scope, given.email);
    return insertLink(scope, config, { ...given, inviterId: null }, member?.personId);
  });
  return show(config, made);
}

/** An invitation by a member. @throws Refusal already_member, forbidden, quota_exceeded */
export async function inviteAsMember(
  { db, config }: Options,
  call: Call,
  actorId: string,
  given: Omit<Given, "invitedBy">,
): Promise<ShownLink & { email: string }> {
  const made = await db.transaction(call, async (scope) => {
    await lockMembers(scope);
    const actor = await requireActor(scope, actorId);
    requireMayGive(actor.role, given.role);
    if (await findMemberByEmail(scope, given.email))
      throw refused("already_member", `A member of the business has the e-mail ${given.email}.`, {
        email: given.email,
      });
    return insertLink(scope, config, { ...given, invitedBy: actor.name, inviterId: actorId });
  });
  return { ...show(config, made), email: normalizeEmail(given.email) };
}

/** A link that signs a member in again. Refused for a member of other businesses, because the link would give access to them as well. @throws Refusal member_not_found, forbidden, recovery_not_allowed, quota_exceeded
 */
export async function createRecoveryLink(
  { db, config }: Options,
  call: Call,
  { memberId, actorId }: { memberId: string; actorId: string },
): Promise<Omit<ShownLink, "_id">> {
  const made = await db.transaction(call, async (scope) => {
    await lockMembers(scope);
    const actor = await requireActor(scope, actorId);
    const { personId, name, email, role } = await requireMember(scope, memberId);
    requireMayChange(actor.role, role);
    if (await isMemberElsewhere(db, scope.businessId, personId)) throw createRecoveryRefusal(name);
    const given = { name, email, role, invitedBy: actor.name, inviterId: actorId };
    return insertLink(scope, config, given, personId);
  });
  const { url, expiresAt } = show(config, made);
  return { url, expiresAt };
}

function createRecoveryRefusal(name: string): Refusal {
  return refused(
    "recovery_not_allowed",
    `${name} is a member of other businesses too, and the link would open them as well. Ask the operator for a link.`,
    { name },
  );
}

/** @param memberId person whom the link signs in; absent: one who is created when it is used */
async function insertLink(
  scope: WriteScope,
  config: LinkSettings,
  given: Given & Pick<Invitation, "inviterId">,
  memberId?: string,
): Promise<MadeLink> {
  if ((await countOpenInvitations(scope, openMax)) >= openMax)
    throw refused("quota_exceeded", `A business may have ${openMax} open invitations. Withdraw those not needed.`, {
      max: openMax,
    });
  const _id = newId("inv");
  const tokenHash = hashToken(createInvitationToken(config, _id));
  const expiresAt = new Date(scope.now.getTime() + lifetimeMs);
  await insertInvitation(scope, {
    ...given,
    email: normalizeEmail(given.email),
    _id,
    businessId: scope.businessId,
    tokenHash,
    personId: memberId ?? newPersonId(),
    isRecovery: memberId !== undefined,
    createdAt: scope.now,
    expiresAt,
    usedAt: null,
  });
  return { _id, tokenHash, expiresAt: expiresAt.toISOString() };
}

function show(config: LinkSettings, made: MadeLink): ShownLink {
  const { _id, expiresAt } = made;
  return { _id, url: createInvitationUrl(config, made), expiresAt };
}

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

/**
 * Uses an invitation. The link and the membership change in one transaction, so only one of two parallel requests succeeds.
 * @param as the person who is signed in and joins; by default the one that the invitation names
 * @returns the person, with the number of passkeys of one who was signed in; undefined when the link does not work any more
 * @throws Refusal quota_exceeded
 */
export async function redeemInvitation(
  db: Database,
  invitation: Invitation,
  as?: JoiningPerson,
): Promise<{ personId: string; passkeys: number } | undefined> {
  const { personId, businessId, isRecovery } = invitation;
  if (!(await mayRecover(db, invitation))) return undefined;
  const call = createSystemCall(businessId, "redeem invitation");
  const person = as?.person ?? createPerson(invitation);
  const { passkeys } = await db.transaction(call, async (scope) => {
    await lockMembers(scope);
    if (isRecovery && !(await findMemberByPerson(scope, personId))) return {};
    if (!(await setUsed(scope, invitation._id))) return {};
    if (!isRecovery) await join(scope, invitation, person);
    return { passkeys: as ? await endForeignAuthority(scope, as) : 0 };
  });
  return passkeys === undefined ? undefined : { personId: isRecovery ? personId : person._id, passkeys };
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

/**
 * What the makers of links of other businesses could have begun as this person must not lead into the business that the person joins now: other
 * sessions, and passkeys that the person does not recognise.
 * @returns how many passkeys the person has then
 */
async function endForeignAuthority(
  scope: WriteScope,
  { person, session, tokenHash, knownPasskeys }: JoiningPerson,
): Promise<number> {
  const passkeys = await confirmPasskeys(scope, person._id, knownPasskeys);
  // Without a passkey the person adds one next, as every person who comes with a link.
  await keepOneSession(scope, session, { tokenHash, ...(passkeys === 0 && { provenAt: scope.now }) });
  return passkeys;
}

/** Whether a link of a member still signs its person in: not when the person has joined another business since it was made. */
export async function mayRecover(
  db: Database,
  { businessId, personId, isRecovery, inviterId }: Invitation,
): Promise<boolean> {
  return !isRecovery || inviterId === null || !(await isMemberElsewhere(db, businessId, personId));
}

function createPerson({ personId, name, email }: Invitation): Person {
  const now = new Date();
  return { _id: personId, name, email, language: null, createdAt: now, joinedAt: now };
}

/** A person who is a member already keeps the role. */
async function join(scope: WriteScope, invitation: Invitation, person: Person): Promise<void> {
  if (!(await findMemberByPerson(scope, person._id))) await addMember(scope, person, invitation);
}
