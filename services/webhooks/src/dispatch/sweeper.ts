import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, acquireLease, newId } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { nextDue } from "../deliveries/deliveries.store.js";
import type { Lanes } from "../lanes/lanes.store.js";
import type { Waker } from "../lanes/scheduler.js";

const lanesPerSweep = 10;

/**
 * The net under the lanes: looks at a few sleeping ones in turn and wakes what has something to do. Nothing should ever be
 * found; the few questions a minute are what it costs to be sure.
 */
export function startSweeper(db: Database, lanes: Lanes, waker: Waker, everyMs: number, logger: Logger): () => void {
  const holder = newId("sweep");
  const timer = setInterval(() => void sweep(), everyMs).unref();

  async function sweep(): Promise<void> {
    try {
      if (!(await acquireLease(db.infrastructure("leases"), "webhook-sweeper", holder))) return;
      const asleep = await lanes.leastChecked(lanesPerSweep);
      if (asleep.length === 0) return;
      for (const { _id: endpointId, businessId, recovery = false } of asleep) {
        const at = await nextDue(db.scope(createSystemCall(businessId, "webhook sweep")), endpointId);
        if (!at && !recovery) continue;
        logger.warn({ businessId, endpointId }, "a webhook lane slept although something waits; woken");
        await waker.wake([{ endpointId, businessId, at: at ?? new Date() }]);
      }
      await lanes.noteChecked(asleep.map(({ _id }) => _id));
    } catch (error) {
      logger.warn({ err: error }, "webhook sweep failed");
    }
  }

  return () => clearInterval(timer);
}
