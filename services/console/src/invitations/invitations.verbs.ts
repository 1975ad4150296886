import { type Database, newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { hashToken } from "@tenant-ops/kit/http";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { ConsoleContext } from "../context.js";
import { requireActor, type RoleRequest } from "../members/members.rules.js";
import { findMemberByEmail, findMemberByPerson, isMemberElsewhere, lockMembers } from "../members/members.store.js";
import { addMember, findActorAndMember } from "../members/members.verbs.js";
import { confirmPasskeys } from "../passkeys/passkeys.store.js";
import { newPersonId } from "../people/people.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { keepOneSession } from "../sessions/sessions.store.js";
import {
  type Given,
  type Invitation,
  type InvitationRequest,
  type JoiningPerson,
  type LinkPlan,
  openMax,
  planInvitation,
  planOperatorLink,
  planRecoveryLink,
  planRedemption,
  type Redemption,
} from "./invitations.rules.js";
import { countOpenInvitations, deleteOpenInvitation, insertInvitation, setUsed } from "./invitations.store.js";
import { createInvitationToken } from "./link-tokens.js";

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

const countOpen = (scope: Scope) => countOpenInvitations(scope, openMax);

/** An invitation by an operator. When the e-mail belongs to a member of the business, the link signs this member in again. */
export const inviteAsOperator = defineVerb((context: ConsoleContext) => ({
  lock: lockMembers,
  load: async (scope, { email }: Given) => ({
    member: await findMemberByEmail(scope, email),
    open: await countOpen(scope),
  }),
  plan: planOperatorLink,
  write: (scope, plan) => insertLink(scope, context, plan),
}));

/** An invitation by a member. */
export const inviteAsMember = defineVerb((context: ConsoleContext) => ({
  lock: lockMembers,
  load: async (scope, { actorId, email }: InvitationRequest) => ({
    actor: await findMemberByPerson(scope, actorId),
    member: await findMemberByEmail(scope, email),
    open: await countOpen(scope),
  }),
  plan: planInvitation,
  write: (scope, plan) => insertLink(scope, context, plan),
}));

/** A link that signs a member in again. Refused for a member of other businesses, because the link would give access to them as well. */
export const createRecoveryLink = defineVerb((context: ConsoleContext) => ({
  lock: lockMembers,
  async load(scope, request: Omit<RoleRequest, "role">) {
    const found = await findActorAndMember(scope, request);
    const isElsewhere =
      found.member !== null && (await isMemberElsewhere(context.db, scope.businessId, found.member.personId));
    return { ...found, isElsewhere, open: await countOpen(scope) };
  },
  plan: planRecoveryLink,
  write: (scope, plan) => insertLink(scope, context, plan),
}));

/** Stores a link. The result, which a repeat gets again, is what the link is computed from: no token is stored. */
async function insertLink(scope: WriteScope, { config }: ConsoleContext, { personId, ...link }: LinkPlan) {
  const _id = newId("inv");
  const tokenHash = hashToken(createInvitationToken(config, _id));
  const expiresAt = new Date(scope.now.getTime() + lifetimeMs);
  await insertInvitation(scope, {
    ...link,
    _id,
    businessId: scope.businessId,
    tokenHash,
    personId: personId ?? newPersonId(),
    isRecovery: personId !== undefined,
    createdAt: scope.now,
    expiresAt,
    usedAt: null,
  });
  return { _id, tokenHash, expiresAt };
}

/** Deletes a link that was not used; without `actorId` for an operator. */
export const withdrawInvitation = defineVerb(() => ({
  load: async (scope, { actorId }: { invitationId: string; actorId?: string }) =>
    actorId === undefined ? undefined : requireActor(await findMemberByPerson(scope, actorId)),
  plan: ({ invitationId }) => invitationId,
  async write(scope, invitationId) {
    if (!(await deleteOpenInvitation(scope, invitationId)))
      throw new Refusal("invitation_not_found", "There is no such open invitation.");
    return undefined;
  },
}));

/**
 * Uses an invitation. The link and the membership change in one transaction, so only one of two parallel requests succeeds. The result is the
 * person, with the number of passkeys of one who was signed in; undefined when the link does not work any more.
 */
export const redeemInvitation = defineVerb(({ db, bus }: ConsoleContext) => ({
  loadBefore: (_, { invitation }: Redemption) => mayRecover(db, invitation),
  lock: lockMembers,
  async load(scope, { invitation: { isRecovery, personId }, as }, isAllowed) {
    const member = await findMemberByPerson(scope, isRecovery || !as ? personId : as.person._id);
    return { isAllowed, member, now: scope.now };
  },
  plan: planRedemption,
  async write(scope, plan, { invitation, as }) {
    if (!plan || !(await setUsed(scope, invitation._id))) return undefined;
    const { personId, joining } = plan;
    if (joining) await addMember(scope, joining, invitation);
    return { personId, passkeys: as ? await endForeignAuthority(scope, as) : 0 };
  },
  afterCommit({ done, request: { as } }) {
    if (done?.result && as) publishPeopleChange(bus);
  },
}));

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
