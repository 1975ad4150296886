import type { Collection } from "mongodb";
import { isDuplicateKeyError } from "./database.js";
import type { LeaseRow } from "./infrastructure.js";

const leaseMs = 6000;

/**
 * Takes or renews the right to do what only one process at a time may do. A holder that dies is replaced after six seconds.
 * @returns whether `holder` has the lease now
 */
export async function acquireLease(leases: Collection<LeaseRow>, name: string, holder: string): Promise<boolean> {
  const now = new Date();
  const free = { _id: name, $or: [{ holder }, { until: { $lt: now } }] };
  try {
    await leases.updateOne(free, { $set: { holder, until: new Date(now.getTime() + leaseMs) } }, { upsert: true });
    return true;
  } catch (error) {
    // Somebody holds it: the filter found nothing, and the insert met the row that is there.
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}

/** Gives the lease back, so that the next one need not wait for its end. */
export async function releaseLease(leases: Collection<LeaseRow>, name: string, holder: string): Promise<void> {
  await leases.deleteOne({ _id: name, holder });
}
