import type { Database } from "@tenant-ops/kit/data";
import { listRoleScopes } from "../members/members.rules.js";
import { findMembership } from "../members/members.store.js";
import { intersect } from "./scopes.rules.js";

/** Those of the scopes that the person may use now; none when the person is not a member any more. */
export async function findPersonScopes(
  db: Database,
  businessId: string,
  personId: string,
  scopes: readonly string[],
): Promise<string[]> {
  const membership = await findMembership(db, businessId, personId);
  return membership ? intersect(scopes, listRoleScopes(membership.role)) : [];
}
