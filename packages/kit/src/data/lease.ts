import type { Collection } from "mongodb";
import { isDuplicateKeyError } from "./duplicate-key.js";
import type { LeaseRow } from "./infrastructure.js";

const leaseMs = 6000;

/**
 * Acquires or renews a lease: the right to run a task that only one process at a time may run. It ends six seconds after the
 * last renewal, so another process takes over from one that died.
 * @returns whether `holder` has the lease now
 */
export async function acquireLease(leases: Collection<LeaseRow>, name: string, holder: string): Promise<boolean> {
  const now = new Date();
  const free = { _id: name, $or: [{ holder }, { until: { $lt: now } }] };
  try {
    await leases.updateOne(free, { $set: { holder, until: new Date(now.getTime() + leaseMs) } }, { upsert: true });
    return true;
  } catch (error) {
    // Another process holds it: the filter matched nothing, and the insert found the existing row.
    if (isDuplicateKeyError(error)) return false;
    throw error;
  }
}

/** Releases the lease, so that the next process does not wait for its end. */
export async function releaseLease(leases: Collection<LeaseRow>, name: string, holder: string): Promise<void> {
  await leases.deleteOne({ _id: name, holder });
}
