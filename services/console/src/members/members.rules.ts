import { Refusal, refused } from "@tenant-ops/kit/errors";
import { listRoleScopes } from "@tenant-ops/rest/access";
import { type Role, roles } from "@tenant-ops/rest/console";

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
}

/** A business has at most this many members. */
export const membersMax = 1000;

/** Only owners may change admins and owners. @throws Refusal forbidden */
export function requireMayChange(actor: Role, target: Role): void {
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
