import type { Collection } from "mongodb";
import { isDuplicateKeyError, newId } from "../ids.js";
import type { LeaseRow } from "../infrastructure.js";

export const leaseMs = 6000;
/** A lease is renewed when it is so old. */
export const renewMs = 2000;

/**
 * Acquires or renews a lease: the right to run a task that only one process at a time may run. It ends six seconds after the last renewal, so another
 * process can acquire it after a crash.
 * @param forMs how long it lasts without a renewal
 * @returns whether `holder` has the lease now
 */
export async function acquireLease(
  leases: Collection<LeaseRow>,
  name: string,
  holder: string,
  forMs = leaseMs,
): Promise<boolean> {
  const now = new Date();
  const free = { _id: name, $or: [{ holder }, { until: { $lt: now } }] };
  try {
    await leases.updateOne(free, { $set: { holder, until: new Date(now.getTime() + forMs) } }, { upsert: true });
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

/**
 * Runs long work in one process at a time: acquires the lease and renews it until the work has ended.
 * @param work gets a signal that aborts when the lease was lost, for example because the process was frozen
 * @returns undefined when another process holds the lease
 */
export async function runWithLease<Result>(
  leases: Collection<LeaseRow>,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  const holder = newId("task");
  let renewedAt = performance.now();
  if (!(await acquireLease(leases, name, holder))) return undefined;
  const lost = new AbortController();
  const renew = async () => {
    const askedAt = performance.now();
    // A failed renewal does not lose the lease: this process has it until it expires.
    const isRenewed = await acquireLease(leases, name, holder).catch(() => undefined);
    if (isRenewed) renewedAt = askedAt;
    else if (isRenewed === false || askedAt > renewedAt + leaseMs)
      lost.abort(new Error(`the lease "${name}" was lost`));
  };
  const timer = setInterval(() => void renew(), renewMs);
  try {
    return { result: await work(lost.signal) };
  } finally {
    clearInterval(timer);
    await releaseLease(leases, name, holder).catch(() => undefined);
  }
}
