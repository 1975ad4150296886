import { type LeaseRow, runWithLease, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { advanceOffboarding } from "./advance-offboarding.js";
import type { OffboardingOptions } from "./create-offboarding.js";
import { findDue, findOffboarding, updateOffboarding } from "./offboardings.store.js";
import type { DeletionRequest } from "./offboardings.types.js";

const everyMs = 2000;
/** A deletion uses every database; with three at a time, calls are still served. */
const requestsPerRound = 2;
/** Beside them: sandboxes can be emptied at any time and often, and businesses must not wait for them. */
const emptiedPerRound = 1;
/** Delay after a failure, for example while a service is down. */
const retryMs = 5000;

/** Runs the steps of offboarding requests, each request in one process at a time. @returns a function that stops it */
export function startOffboardWorker(options: OffboardingOptions): () => Promise<void> {
  const { db, logger } = options;
  const task = { name: "offboardings", everyMs, run: () => workOnDue(options) };
  return startLeasedPeriodicTask({ database: db, logger }, task);
}

/** @returns whether the next step of a request, or of another one, can run at once */
export async function workOnDue(options: OffboardingOptions): Promise<boolean> {
  // `dueAt` of a request that was processed is set to now, so the other due requests come first in the next round.
  const now = new Date();
  const due = await findDue(options.db, now, { limit: requestsPerRound });
  const emptied = await findDue(options.db, now, { limit: emptiedPerRound, areEmptied: true });
  const worked = await Promise.all([...due, ...emptied].map(({ _id }) => workOn(options, _id)));
  return worked.includes(true);
}

/**
 * Runs the next step of a request if it is due. Another process may have run that step since the request was found, and the next step can be due
 * later. Each request has its own lease, because a round may last longer than the lease of the task.
 * @returns whether the next step of this or of another request can run at once
 */
export async function workOn(options: OffboardingOptions, id: string): Promise<boolean> {
  const leases = options.db.infrastructure<LeaseRow>("leases");
  const ran = await runWithLease(leases, `offboarding ${id}`, () => workWithLease(options, id));
  return ran?.result ?? false;
}

async function workWithLease(options: OffboardingOptions, id: string): Promise<boolean> {
  const { db, logger } = options;
  const offboarding = await findOffboarding<DeletionRequest>(db, id);
  if (offboarding?.dueAt === undefined || offboarding.dueAt > new Date()) return false;
  try {
    const canGoOn = await advanceOffboarding(options, offboarding);
    // Otherwise many emptied sandboxes would take a round each.
    return canGoOn || offboarding.sandboxOf !== undefined;
  } catch (error) {
    logger.warn({ err: error, offboardingId: id }, "a business could not be closed, opened or deleted, tried again");
    // Only if the request is still at this step: another process may have completed it, and the next step can be due later.
    await updateOffboarding(db, offboarding, { dueAt: new Date(Date.now() + retryMs) }).catch(() => undefined);
    return false;
  }
}
