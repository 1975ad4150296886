import { type LeaseRow, runWithLease, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { advanceOffboarding } from "./advance-offboarding.js";
import type { OffboardingOptions } from "./offboarding.types.js";
import { findDue, findOffboarding, postpone } from "./offboardings.store.js";

const everyMs = 500;
/** A deletion uses every database; two of them leave time for calls. */
const requestsPerRound = 2;
/** After a failure, as while a service is down. */
const retryMs = 5000;

/** Goes on with the requests of businesses that leave, each in one process at a time. @returns how to stop */
export function startOffboardWorker(options: OffboardingOptions): () => Promise<void> {
  const { db, logger } = options;
  const leases = db.infrastructure<LeaseRow>("leases");
  return startLeasedPeriodicTask({ database: db, logger }, { name: "offboardings", everyMs, run });

  async function run(): Promise<boolean> {
    // One that was worked on becomes due now, so it waits behind the others.
    const due = await findDue(db, new Date(), requestsPerRound);
    const worked = await Promise.all(due.map(({ _id }) => workOn(_id)));
    return worked.includes(true);
  }

  /** A round may last longer than the lease of the task, so each request has its own. @returns whether more may be done at once */
  async function workOn(id: string): Promise<boolean> {
    try {
      const ran = await runWithLease(leases, `offboarding ${id}`, async () => {
        const offboarding = await findOffboarding(db, id);
        return offboarding?.dueAt ? advanceOffboarding(options, offboarding) : false;
      });
      return ran?.result ?? false;
    } catch (error) {
      logger.warn({ err: error, offboardingId: id }, "a business could not be closed, opened or deleted, tried again");
      await postpone(db, id, new Date(Date.now() + retryMs)).catch(() => undefined);
      return false;
    }
  }
}
