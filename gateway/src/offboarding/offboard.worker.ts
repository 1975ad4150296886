import { type LeaseRow, runWithLease, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { advanceOffboarding } from "./advance-offboarding.js";
import type { OffboardingOptions } from "./offboarding.types.js";
import { findDue, findOffboarding, updateOffboarding } from "./offboardings.store.js";

const everyMs = 2000;
/** A deletion uses every database; two of them leave time for calls. */
const requestsPerRound = 2;
/** After a failure, as while a service is down. */
const retryMs = 5000;

/** Goes on with the requests of businesses that leave, each in one process at a time. @returns how to stop */
export function startOffboardWorker(options: OffboardingOptions): () => Promise<void> {
  const { db, logger } = options;
  return startLeasedPeriodicTask({ database: db, logger }, { name: "offboardings", everyMs, run });

  async function run(): Promise<boolean> {
    // One that was worked on becomes due now, so it waits behind the others.
    const due = await findDue(db, new Date(), requestsPerRound);
    const worked = await Promise.all(due.map(({ _id }) => workOn(options, _id)));
    return worked.includes(true);
  }
}

/**
 * The next step of a request, if it is due: since it was found, another process may have done that step, and the next one is for later. A round
 * may last longer than the lease of the task, so each request has its own.
 * @returns whether more may be done at once
 */
export async function workOn(options: OffboardingOptions, id: string): Promise<boolean> {
  const leases = options.db.infrastructure<LeaseRow>("leases");
  const ran = await runWithLease(leases, `offboarding ${id}`, () => workAlone(options, id));
  return ran?.result ?? false;
}

async function workAlone(options: OffboardingOptions, id: string): Promise<boolean> {
  const { db, logger } = options;
  const offboarding = await findOffboarding(db, id);
  if (offboarding?.dueAt === undefined || offboarding.dueAt > new Date()) return false;
  try {
    return await advanceOffboarding(options, offboarding);
  } catch (error) {
    logger.warn({ err: error, offboardingId: id }, "a business could not be closed, opened or deleted, tried again");
    // Only the step that failed: another process may have done it, and the next one is for later.
    await updateOffboarding(db, offboarding, { dueAt: new Date(Date.now() + retryMs) }).catch(() => undefined);
    return false;
  }
}
