import type { Logger } from "../../telemetry/logger.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import type { LeaseRow } from "../infrastructure.js";
import { acquireLease, leaseMs, releaseLease, renewMs } from "./lease.js";

export interface LeasedPeriodicTask {
  /** Name of the lease; one process at a time runs the task of a name. */
  name: string;
  everyMs: number;
  /** Runs a first round at once. */
  runAtStart?: boolean;
  /**
   * The process keeps the lease until its next round, for a result that only one process should report. Otherwise another process may run the next
   * round, and each process may run one every `everyMs`.
   */
  keepsLease?: boolean;
  /** One round. Returns true when the next round should follow at once, for example because a batch was full. */
  run: () => Promise<boolean | void>;
}

/**
 * Runs a task every `everyMs` in one process at a time: rounds renew a lease of six seconds (with `keepsLease`, as much longer as the time
 * between two rounds) when it is two seconds old, and another process runs the task after the lease has expired. A round that fails is logged as
 * "periodic task failed", and the next one comes at its time.
 * @returns how to stop: no new round begins, the running one ends, and the lease is released
 */
export function startLeasedPeriodicTask(
  { database, logger }: { database: Database; logger: Logger },
  { name, everyMs, runAtStart = false, keepsLease = false, run }: LeasedPeriodicTask,
): () => Promise<void> {
  const leases = database.infrastructure<LeaseRow>("leases");
  const holder = newId("task");
  const forMs = keepsLease ? everyMs + leaseMs : leaseMs;
  let isStopped = false;
  let running: Promise<void> | undefined;
  let renewedAt = -Infinity;

  async function mayRun(): Promise<boolean> {
    if (isStopped) return false;
    const now = performance.now();
    if (now < renewedAt + renewMs) return true;
    if (!(await acquireLease(leases, name, holder, forMs))) return false;
    renewedAt = now;
    // The process may have been stopped while it waited for the lease.
    return !isStopped;
  }

  async function runRounds(): Promise<void> {
    try {
      let hasMore = true;
      while (hasMore && (await mayRun())) hasMore = (await run()) === true;
    } catch (error) {
      logger.warn({ err: error, task: name }, "periodic task failed");
    }
  }

  const startRounds = () => {
    running ??= runRounds().finally(() => (running = undefined));
  };
  if (runAtStart) startRounds();
  const timer = setInterval(startRounds, everyMs).unref();

  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
    // Without the database the lease ends by itself.
    await releaseLease(leases, name, holder).catch(() => undefined);
  };
}
