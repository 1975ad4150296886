import type { Database } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { findBusiness } from "./businesses.store.js";
import type { Business } from "./businesses.types.js";

/** @throws Refusal business_not_found */
export async function requireBusiness(db: Database, businessId: string): Promise<Business> {
  const found = await findBusiness(db, businessId);
  if (!found) throw createBusinessNotFound(businessId);
  return found;
}

export function createBusinessNotFound(businessId: string): Refusal {
  return new Refusal("business_not_found", `There is no business ${quote(businessId)}.`);
}
