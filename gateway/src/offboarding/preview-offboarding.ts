import { dayMs } from "@tenant-ops/kit/data";
import { requireBusiness } from "../accounts/key-actions.js";
import { findSandboxOf } from "../auth/sandboxes.store.js";
import { runAlone } from "../privacy/run-alone.js";
import { countEverywhere } from "./count-everywhere.js";
import type { OffboardingOptions } from "./offboarding.types.js";

/** Time limit of the counts. */
const countMs = 8000;

/** Counts the records that would be deleted. @throws Refusal business_not_found, rate_limited */
export async function previewOffboarding(
  { db, holders, graceSeconds }: Pick<OffboardingOptions, "db" | "holders" | "graceSeconds">,
  businessId: string,
) {
  const { name } = await requireBusiness(db, businessId);
  const sandboxId = (await findSandboxOf(db, businessId))?._id ?? null;
  const ids = sandboxId === null ? [businessId] : [businessId, sandboxId];
  const counted = await runAlone(db, businessId, () => countEverywhere(holders, ids, Date.now() + countMs));
  return { businessId, name, sandboxId, ...counted, graceDaysMin: (graceSeconds * 1000) / dayMs };
}
