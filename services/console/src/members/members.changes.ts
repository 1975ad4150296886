import { listRoleScopes } from "@tenant-ops/rest/access";
import { requireRoleScope } from "@tenant-ops/kit/call";
import { newId, toPersonWords, type WriteScope } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { Role } from "@tenant-ops/rest/console";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import { endConnectionsOf } from "../connections/connections.store.js";
import { endLinksBy, endLinksFor } from "../invitations/invitations.store.js";
import { putJoiningPerson, setMembershipEnded } from "../people/people.store.js";
import { type Person } from "../people/people.types.js";
import {
  isLower,
  type Membership,
  membersMax,
  requireBelowMemberLimit,
  requireMayChange,
  requireMayGive,
  requireOwnerLeft,
} from "./members.rules.js";
import {
  countMembers,
  deleteMembership,
  findMemberById,
  findMemberByPerson,
  insertMembership,
  lockMembers,
  setRole,
} from "./members.store.js";

/** The scope that the routes of members need, asked again in the transaction. */
const scopeOfMembers = "members:write";

/** @throws Refusal member_not_found, forbidden, last_owner */
export async function changeRole(
  scope: WriteScope,
  actorId: string,
  memberId: string,
  role: Role,
): Promise<Membership> {
  const { actor, member } = await loadForChange(scope, actorId, memberId);
  requireMayGive(actor.role, role);
  if (role === member.role) return member;
  if (role !== "owner") requireOwnerLeft(member.role, await countOwners(scope));
  await setRole(scope, member._id, role);
  // An admin who made a recovery link for this member may not be allowed to do so for the new role, and the member may not be allowed to invite.
  await endLinksFor(scope, member.personId);
  if (isLower(role, member.role)) await endLinksBy(scope, member.personId);
  return { ...member, role };
}

/** @throws Refusal member_not_found, forbidden, last_owner */
export async function removeMember(scope: WriteScope, actorId: string, memberId: string): Promise<void> {
  const { member } = await loadForChange(scope, actorId, memberId);
  await endMembership(scope, member);
}

/** @throws Refusal last_owner */
export async function leave(scope: WriteScope, personId: string): Promise<void> {
  await lockMembers(scope);
  const member = await findMemberByPerson(scope, personId);
  if (member) await endMembership(scope, member);
}

async function endMembership(scope: WriteScope, member: Membership): Promise<void> {
  requireOwnerLeft(member.role, await countOwners(scope));
  await deleteMembership(scope, member._id);
  await setMembershipEnded(scope, member.personId);
  await endLinksFor(scope, member.personId);
  await endLinksBy(scope, member.personId);
  // Otherwise the links would work again if the person became a member again.
  await endConnectionsOf(scope, member.personId);
}

/** Locks first: the members that are read afterwards do not change until the commit. */
async function loadForChange(scope: WriteScope, actorId: string, memberId: string) {
  await lockMembers(scope);
  const actor = await requireActor(scope, actorId);
  const member = await requireMember(scope, memberId);
  requireMayChange(actor.role, member.role);
  return { actor, member };
}

/** The person who makes the change, with the present role. @throws Refusal forbidden when it was taken away meanwhile */
export async function requireActor(scope: WriteScope, personId: string): Promise<Membership> {
  const actor = await findMemberByPerson(scope, personId);
  requireRoleScope(actor ? listRoleScopes(actor.role) : [], scopeOfMembers);
  if (!actor) throw new Error("a person without a membership has no scopes");
  return actor;
}

/** @throws Refusal member_not_found */
export async function requireMember(scope: WriteScope, memberId: string): Promise<Membership> {
  const member = await findMemberById(scope, memberId);
  if (!member) throw new Refusal("member_not_found", `The business has no member ${quote(memberId)}.`);
  return member;
}

/** Counts to two at most: only one owner or several makes a difference. */
const countOwners = (scope: WriteScope) => countMembers(scope, { role: "owner" }, 2);

/**
 * Makes a person a member of the business of the scope. A person who is new is stored in the same transaction.
 * @param email as this business knows the person
 * @throws Refusal quota_exceeded
 */
export async function addMember(
  scope: WriteScope,
  person: Person,
  { email, role }: Pick<Membership, "email" | "role">,
): Promise<void> {
  const { _id: personId, name } = person;
  await lockMembers(scope);
  requireBelowMemberLimit(await countMembers(scope, {}, membersMax));
  await putJoiningPerson(scope, person);
  await insertMembership(scope, {
    _id: newId("mem"),
    businessId: scope.businessId,
    personId,
    name,
    words: toPersonWords({ fullName: name, email }),
    email: normalizeEmail(email),
    role,
    createdAt: scope.now,
  });
}
