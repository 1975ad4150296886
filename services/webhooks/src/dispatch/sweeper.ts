import { type Database, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { findNextDueTime } from "../deliveries/deliveries.store.js";
import type { LaneStore, StoredLane } from "../lanes/lanes.store.js";
import type { Scheduler } from "../lanes/scheduler.js";

const lanesPerSweep = 10;

export interface SweeperContext {
  db: Database;
  lanes: LaneStore;
  scheduler: Scheduler;
  logger: Logger;
}

/**
 * Checks a few idle lanes at a time, in turn, and schedules those with pending work. Without a mistake in our code it finds
 * none.
 */
export function startSweeper(context: SweeperContext, everyMs: number): () => Promise<void> {
  const { db, lanes, logger } = context;
  return startLeasedPeriodicTask(
    { database: db, logger },
    {
      name: "webhook-sweeper",
      everyMs,
      run: async () => {
        const idle = await lanes.findLeastRecentlyChecked(lanesPerSweep);
        if (idle.length === 0) return;
        for (const lane of idle) await scheduleIfForgotten(context, lane);
        await lanes.markChecked(idle.map(({ _id }) => _id));
      },
    },
  );
}

async function scheduleIfForgotten({ db, scheduler, logger }: SweeperContext, lane: StoredLane): Promise<void> {
  const { _id: endpointId, businessId, recovery = false } = lane;
  const dueAt = await findNextDueTime(db.scope(createSystemCall(businessId, "webhook sweep")), endpointId);
  if (!dueAt && !recovery) return;
  logger.warn({ businessId, endpointId }, "idle webhook lane has pending work, scheduled");
  await scheduler.schedule({ endpointId, businessId, dueAt: dueAt ?? new Date() });
}
