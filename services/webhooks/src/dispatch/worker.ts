import { AsyncSignal } from "@tenant-ops/kit/concurrency";
import { connectPeerSchedules, type Scheduler } from "../lanes/scheduler.js";
import { LanePool } from "./lane-pool.js";
import type { LaneContext } from "./lane.types.js";

/** How long a worker without due lanes waits before it queries again. */
const idleMs = 4000;
const fullMs = 250;
/** The wait after other processes have claimed all due lanes. */
const contendedMs = 20;
const failureMs = 1000;
const claimersMax = 4;

/**
 * Claims due lanes, the longest due first, and serves up to `lanesMax` of them at once.
 * @returns a function that stops the worker: no attempt starts any more, and it waits for the running ones
 */
export function startWorker(context: LaneContext, scheduler: Scheduler, lanesMax: number): () => Promise<void> {
  const signal = new AsyncSignal();
  const pool = new LanePool(context, lanesMax, signal.notify);
  let isStopped = false;

  const publishToPeers = connectPeerSchedules(context.bus, context.db, (endpointIds) => {
    for (const endpointId of endpointIds) pool.notify(endpointId);
  });
  scheduler.onScheduled((endpointIds) => {
    const others = endpointIds.filter((endpointId) => !pool.notify(endpointId));
    if (others.length === 0) return;
    signal.notify();
    publishToPeers(others);
  });
  context.deliveries.setReceiver(pool);

  async function claimUntilStopped(): Promise<void> {
    while (!isStopped) {
      const waitMs = await claimDueLanes().catch((error: unknown) => {
        context.logger.warn({ err: error }, "webhook lanes could not be claimed");
        return failureMs;
      });
      if (!isStopped) await signal.wait(waitMs);
    }
  }

  /** @returns how long to wait before the next call */
  async function claimDueLanes(): Promise<number> {
    for (;;) {
      if (isStopped || pool.isFull()) return fullMs;
      // Read before the claim, because the claim is a write: an idle worker writes nothing.
      const next = await context.lanes.findNextDueTime(context.db.closedBusinesses.list());
      const waitMs = next ? Math.min(next.getTime() - Date.now(), idleMs) : idleMs;
      if (waitMs > 0) return waitMs;
      const claimed = await Promise.all(Array.from({ length: claimersMax }, claimUntilNoneIsDue));
      if (claimed.every((count) => count === 0)) return contendedMs;
    }
  }

  async function claimUntilNoneIsDue(): Promise<number> {
    for (let claimed = 0; ; claimed += 1) {
      if (isStopped || pool.isFull()) return claimed;
      const lane = await context.lanes.claim(context.db.closedBusinesses.list());
      if (!lane) return claimed;
      pool.start(lane);
    }
  }

  const claiming = claimUntilStopped();
  return async () => {
    isStopped = true;
    pool.beginStop();
    signal.notify();
    await claiming;
    await pool.waitForAll();
  };
}
