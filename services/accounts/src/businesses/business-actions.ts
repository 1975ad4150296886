import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { Changes } from "../changes/changes.js";
import { insertBusiness, setApprovals, updateBusiness } from "./businesses.store.js";
import type { Business } from "./businesses.types.js";
import { createBusinessNotFound } from "./require-business.js";

/** A repeat after a crash finds the business that the first attempt inserted. */
export async function createBusinessOnce(db: Database, business: Business): Promise<void> {
  await insertBusiness(db, business).catch((error: unknown) => {
    if (!isDuplicateKeyError(error, "_id")) throw error;
  });
}

/** Changes settings, and tells all gateways. @throws Refusal business_not_found */
export async function setBusiness(
  { db, changes }: { db: Database; changes: Pick<Changes, "publish"> },
  businessId: string,
  change: Partial<Business>,
): Promise<Business> {
  const changed = await updateBusiness(db, businessId, change);
  if (!changed) throw createBusinessNotFound(businessId);
  await changes.publish({ businessId });
  return changed;
}

/** Saves which rules of approvals are in force. A repeat tells the gateways again. */
export async function announceApprovals(
  { db, changes }: { db: Database; changes: Pick<Changes, "publish"> },
  businessId: string,
  approvals: Business["approvals"] & object,
): Promise<void> {
  if (await setApprovals(db, businessId, approvals)) await changes.publish({ businessId });
}
