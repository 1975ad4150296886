import type { Call } from "@tenant-ops/kit/call";
import type { Database, WriteScope } from "@tenant-ops/kit/data";
import type { LaneChange, Schedule } from "./lanes.types.js";
import type { Scheduler } from "./scheduler.js";

const crashDelayMs = 3000;

/** Makes the lane of an endpoint due. */
export type ScheduleLane = (endpointId: string, change?: LaneChange) => Promise<void>;

/**
 * Runs `work` in a transaction after which the worker of a lane has something to do. `work` schedules the lane after its checks, so that a request
 * cannot change the lane of another business, and a repeated request with a stored answer changes no lane. The lane is scheduled twice: before the
 * commit for three seconds later, so that a crash after the commit loses nothing, and after the commit for now.
 */
export async function transactWithLane<Reply>(
  { db, scheduler }: { db: Database; scheduler: Scheduler },
  call: Call,
  work: (scope: WriteScope, scheduleLane: ScheduleLane) => Promise<Reply>,
): Promise<Reply> {
  const planned = new Map<string, Omit<Schedule, "dueAt">>();
  const reply = await db.transaction(call, (scope) =>
    work(scope, async (endpointId, change) => {
      const lane = { endpointId, businessId: scope.businessId, ...(change && { change }) };
      planned.set(endpointId, lane);
      await scheduler.schedule({ ...lane, dueAt: new Date(Date.now() + crashDelayMs) });
    }),
  );
  await scheduler.schedule(...[...planned.values()].map((lane) => ({ ...lane, dueAt: new Date() })));
  return reply;
}
