import { newId, type WriteScope } from "@tenant-ops/kit/data";
import { putJoiningPerson } from "../people/people.store.js";
import { normalizeEmail, type Person } from "../people/people.types.js";
import { membersMax, requireBelowMemberLimit } from "./members.rules.js";
import { countMembers, insertMembership, lockMembers, toNameKey } from "./members.store.js";
import type { Membership } from "./members.types.js";

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
    nameKey: toNameKey(name),
    email: normalizeEmail(email),
    role,
    createdAt: scope.now,
  });
}
