import { requireRoleScope } from "@tenant-ops/kit/call";
import { quote, Refusal, refused } from "@tenant-ops/kit/errors";
import { listRoleScopes, type Role, roles } from "@tenant-ops/rest/access";
import type { NoticeSettings, NoticeState } from "../notices/notices.rules.js";

/** One person in one business. */
export interface Membership {
  _id: string;
  businessId: string;
  personId: string;
  name: string;
  /** Of name and e-mail address, for searches. */
  words: string[];
  /** The address of the invitation to this business, in lower case. */
  email: string;
  role: Role;
  createdAt: Date;
  /** What the person has chosen about mails; absent: `defaultNotices`. */
  notices?: NoticeSettings;
  /** Absent until there is something to tell the person. */
  notice?: NoticeState;
}

/** A business has at most this many members. */
export const membersMax = 1000;

/** The scope that the routes of members need, asked again in the transaction. */
const scopeOfMembers = "members:write";

/** @throws Refusal forbidden when the role of the person who makes a change was taken away meanwhile */
export function requireActor(actor: Membership | null): Membership {
  requireRoleScope(actor ? listRoleScopes(actor.role) : [], scopeOfMembers);
  if (!actor) throw new Error("a person without a membership has no scopes");
  return actor;
}

/** @throws Refusal member_not_found */
function requireMember(member: Membership | null, memberId: string): Membership {
  if (!member) throw new Refusal("member_not_found", `The business has no member ${quote(memberId)}.`);
  return member;
}

/** A change of a member by another one. */
export interface RoleRequest {
  /** The person who makes it. */
  actorId: string;
  memberId: string;
  role: Role;
}

interface FoundForChange {
  actor: Membership | null;
  member: Membership | null;
  owners: number;
}

/** @throws Refusal member_not_found, forbidden, last_owner */
export function planRole({ memberId, role }: RoleRequest, found: FoundForChange) {
  const { actor, member } = requireChangeable(memberId, found);
  requireMayGive(actor.role, role);
  if (role !== member.role && role !== "owner") requireOwnerLeft(member.role, found.owners);
  return { member, role };
}

/** @throws Refusal member_not_found, forbidden, last_owner */
export function planRemoval({ memberId }: Pick<RoleRequest, "actorId" | "memberId">, found: FoundForChange) {
  const { member } = requireChangeable(memberId, found);
  requireOwnerLeft(member.role, found.owners);
  return member;
}

/** @throws Refusal member_not_found, forbidden */
export function requireChangeable(memberId: string, found: Pick<FoundForChange, "actor" | "member">) {
  const actor = requireActor(found.actor);
  const member = requireMember(found.member, memberId);
  requireMayChange(actor.role, member.role);
  return { actor, member };
}

/** Only owners may change admins and owners. @throws Refusal forbidden */
function requireMayChange(actor: Role, target: Role): void {
  const isProtected = target === "admin" || target === "owner";
  if (!isProtected || listRoleScopes(actor).includes("admins:write")) return;
  throw new Refusal("forbidden", `Only owners change or remove members with the role ${target}.`);
}

export function isLower(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other);
}

/** @throws Refusal forbidden for a role above that of the person who gives it */
export function requireMayGive(actor: Role, given: Role): void {
  if (!isLower(actor, given)) return;
  throw new Refusal("forbidden", `Your role is ${actor}, so you cannot give the role ${given}.`);
}

/** @param owners how many the business has. @throws Refusal last_owner */
export function requireOwnerLeft(target: Role, owners: number): void {
  if (target !== "owner" || owners > 1) return;
  throw new Refusal("last_owner", "This is the only owner of the business. Make another member an owner first.");
}

/** @throws Refusal quota_exceeded */
export function requireBelowMemberLimit(members: number): void {
  if (members < membersMax) return;
  throw refused("quota_exceeded", `A business may have ${membersMax} members, and this one has as many.`, {
    max: membersMax,
  });
}
