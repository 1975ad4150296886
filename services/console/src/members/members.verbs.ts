import { newId, type Scope, toPersonWords, type WriteScope } from "@tenant-ops/kit/data";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { endConnectionsOf } from "../connections/connections.store.js";
import type { ConsoleContext } from "../context.js";
import { endLinksBy, endLinksFor } from "../invitations/invitations.store.js";
import type { Person } from "../people/people.rules.js";
import { putJoiningPerson, setMembershipEnded } from "../people/people.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import {
  isLower,
  type Membership,
  membersMax,
  planRemoval,
  planRole,
  requireBelowMemberLimit,
  requireOwnerLeft,
  type RoleRequest,
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

/** The person who makes the change, with the present role, and the member. */
export const findActorAndMember = async (scope: Scope, { actorId, memberId }: Omit<RoleRequest, "role">) => ({
  actor: await findMemberByPerson(scope, actorId),
  member: await findMemberById(scope, memberId),
});

/** Counts to two at most: only one owner or several makes a difference. */
const countOwners = (scope: Scope) => countMembers(scope, { role: "owner" }, 2);

const loadForChange = async (scope: Scope, request: Omit<RoleRequest, "role">) => ({
  ...(await findActorAndMember(scope, request)),
  owners: await countOwners(scope),
});

/** Gives a member another role. */
export const changeRole = defineVerb(({ bus }: ConsoleContext) => ({
  lock: lockMembers,
  load: loadForChange,
  plan: planRole,
  async write(scope, { member, role }) {
    if (role === member.role) return member;
    await setRole(scope, member._id, role);
    // An admin who made a recovery link for this member may not be allowed to do so for the new role, and the member may not be allowed to invite.
    await endLinksFor(scope, member.personId);
    if (isLower(role, member.role)) await endLinksBy(scope, member.personId);
    return { ...member, role };
  },
  afterCommit: () => publishPeopleChange(bus),
}));

/** Removes another member. */
export const removeMember = defineVerb(({ bus }: ConsoleContext) => ({
  lock: lockMembers,
  load: loadForChange,
  plan: planRemoval,
  write: endMembership,
  afterCommit: () => publishPeopleChange(bus),
}));

/** Ends one's own membership. */
export const leaveBusiness = defineVerb(({ bus }: ConsoleContext) => ({
  lock: lockMembers,
  load: async (scope, { personId }: Pick<Membership, "personId">) => ({
    member: await findMemberByPerson(scope, personId),
    owners: await countOwners(scope),
  }),
  plan(_, { member, owners }) {
    if (member) requireOwnerLeft(member.role, owners);
    return member;
  },
  write: async (scope, member) => (member ? endMembership(scope, member) : undefined),
  afterCommit: () => publishPeopleChange(bus),
}));

async function endMembership(scope: WriteScope, { _id, personId }: Membership): Promise<undefined> {
  await deleteMembership(scope, _id);
  await setMembershipEnded(scope, personId);
  await endLinksFor(scope, personId);
  await endLinksBy(scope, personId);
  // Otherwise the links would work again if the person became a member again.
  await endConnectionsOf(scope, personId);
}

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
