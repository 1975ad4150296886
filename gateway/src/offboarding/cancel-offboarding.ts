import { Refusal } from "@tenant-ops/kit/errors";
import { reopenBusiness } from "./advance-offboarding.js";
import { tryNow } from "./create-offboarding.js";
import type { OffboardingOptions } from "./offboarding.types.js";
import { findLast, findOffboarding, setReopening } from "./offboardings.store.js";
import type { Actor, Offboarding } from "./offboardings.types.js";

/**
 * Cancels the offboarding of a business. A repeated call returns the stored request.
 * @throws Refusal offboarding_not_found, offboarding_begun
 */
export async function cancelOffboarding(
  options: OffboardingOptions,
  businessId: string,
  actor: Actor,
): Promise<Offboarding> {
  const { db } = options;
  const reopening = await setReopening(db, businessId, actor, new Date());
  if (reopening) {
    await tryNow(options, reopening, reopenBusiness);
    return (await findOffboarding(db, reopening._id)) ?? reopening;
  }
  const last = await requireOffboarding(options, businessId);
  if (last.status === "reopening" || last.status === "canceled") return last;
  throw new Refusal("offboarding_begun", "The deletion of this business has begun. It cannot be cancelled any more.");
}

/** The last request of a business. @throws Refusal offboarding_not_found */
export async function requireOffboarding({ db }: OffboardingOptions, businessId: string): Promise<Offboarding> {
  const last = await findLast(db, businessId);
  if (last) return last;
  throw new Refusal("offboarding_not_found", "No offboarding of this business was requested.");
}
