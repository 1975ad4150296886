import { type Database, dayMs, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { createBusinessNotFound, requireBusiness } from "../businesses/require-business.js";
import { findBusiness } from "../businesses/businesses.store.js";
import { ensureSandbox, findSandboxOf } from "../sandboxes/sandboxes.store.js";
import { type RequestKey, requireSame } from "../requests/request-keys.rules.js";
import { addKey, findByKey } from "../requests/request-keys.store.js";
import { runAlone } from "../requests/run-alone.js";
import { type AdvanceOptions, closeBusiness, reopenBusiness } from "./advance-offboarding.js";
import { countEverywhere } from "./count-everywhere.js";
import { chooseVersion, planDeletion, requireConfirmed } from "./offboardings.rules.js";
import { findActive, findLast, findOffboarding, insertOffboarding, setReopening } from "./offboardings.store.js";
import type { Actor, DeletionRequest, Offboarding } from "./offboardings.types.js";

/** Options of the routes and the worker of offboarding. */
export interface OffboardingOptions extends AdvanceOptions {
  db: Database;
  logger: Logger;
  pepper: Buffer;
  graceSeconds: number;
}

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

export interface GivenOffboarding {
  businessId: string;
  actor: Actor;
  confirmName: string;
  graceDays?: number | undefined;
  sent: RequestKey;
}

/**
 * Stores the request and closes the business. A repeated request returns the stored one; of two requests at the same time, one is stored. If the
 * process dies after the insert, the worker closes the business.
 * @throws Refusal business_not_found, offboarding_not_confirmed, idempotency_conflict, invalid_argument
 */
export async function createOffboarding(
  options: OffboardingOptions,
  given: GivenOffboarding,
): Promise<{ stored: Offboarding; isRepeat: boolean }> {
  const { db } = options;
  const { businessId, sent } = given;
  const earlier = await findByKey<Offboarding>(db, "offboardings", businessId, sent.key);
  if (earlier) return { stored: requireSame(earlier, sent), isRepeat: true };
  const active = await findActive(db, businessId);
  if (active?.status === "reopening") await reopenBusiness(options, active);
  else if (active) {
    // A key that is not stored gets the same answer while the request is active.
    await addKey(db, "offboardings", active, sent);
    return { stored: active, isRepeat: true };
  }
  const last = await findLast(db, businessId);
  const business = await findBusiness(db, businessId);
  // The business was deleted: a repeated request gets the receipt.
  if (!business && last?.status === "completed") return { stored: last, isRepeat: true };
  if (!business) throw createBusinessNotFound(businessId);
  requireConfirmed(business.name, given.confirmName);
  const planned = await planOffboarding(options, given, chooseVersion(new Date(), last?.version));
  // Another request was stored meanwhile.
  if (!(await insertOffboarding(db, planned))) return createOffboarding(options, given);
  await tryNow(options, planned, closeBusiness);
  return { stored: (await findOffboarding(db, planned._id)) ?? planned, isRepeat: false };
}

async function planOffboarding(
  { db, graceSeconds }: OffboardingOptions,
  { businessId, actor, graceDays, sent }: GivenOffboarding,
  version: number,
): Promise<Offboarding> {
  const now = new Date();
  const deleteAt = planDeletion(now, graceSeconds, graceDays);
  return {
    _id: newId("off"),
    businessId,
    // A sandbox is otherwise created at the first use of a test key, which the deletion would not know about.
    sandboxId: (await ensureSandbox(db, businessId))._id,
    status: "closing",
    version,
    requestedBy: actor,
    requestedAt: now,
    deleteAt,
    keys: [sent],
    deleted: [],
    isActive: true,
    dueAt: now,
  };
}

/** Runs a step before the answer is sent, so that the change is in effect by then. When it fails, the worker repeats it. */
export async function tryNow<Request extends DeletionRequest>(
  options: OffboardingOptions,
  offboarding: Request,
  work: (options: OffboardingOptions, offboarding: Request) => Promise<unknown>,
): Promise<void> {
  await work(options, offboarding).catch((error: unknown) =>
    options.logger.warn(
      { err: error, offboardingId: offboarding._id },
      "business state not set in every service, will retry",
    ),
  );
}

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
