import { createBusinessClosed } from "@tenant-ops/kit/data";
import type { Changes } from "../accounts/changes.js";

/** The businesses that are being offboarded, from the memory of this process. */
export interface OpenBusinesses {
  closedBusinesses: Changes["closedBusinesses"];
}

/** @throws Refusal business_closed, for the business and for its sandbox */
export function requireOpen(
  { businessId, sandboxOf = businessId }: { businessId: string; sandboxOf?: string },
  { closedBusinesses }: OpenBusinesses,
): void {
  if (closedBusinesses.has(businessId) || closedBusinesses.has(sandboxOf)) throw createBusinessClosed();
}
