import type { Database } from "@tenant-ops/kit/data";
import type { FindBusiness } from "../businesses/find-business.js";
import { listMembershipsOfPerson } from "../members/members.store.js";

export interface OwnBusiness {
  id: string;
  name: string;
  requireProposal: boolean;
}

/** The active businesses of a person, in the order in which they joined. */
export async function listOwnBusinesses(
  { db, findBusiness }: { db: Database; findBusiness: FindBusiness },
  personId: string,
): Promise<OwnBusiness[]> {
  const memberships = await listMembershipsOfPerson(db, personId);
  const found = await Promise.all(memberships.map(({ businessId }) => findBusiness(businessId)));
  return found.flatMap((business) => {
    if (!business?.active) return [];
    const { id, name, requireProposal } = business;
    return { id, name, requireProposal };
  });
}
