import type { Call } from "@tenant-ops/kit/call";
import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { defineVerb, type VerbContext, type VerbSteps } from "@tenant-ops/kit/verbs";
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
export function transactWithLane<Reply>(
  { db, scheduler }: { db: Database; scheduler: Scheduler },
  call: Call,
  work: (scope: WriteScope, scheduleLane: ScheduleLane) => Promise<Reply>,
): Promise<Reply> {
  return scheduleLanes(scheduler, call, (scheduleLane) => db.transaction(call, (scope) => work(scope, scheduleLane)));
}

async function scheduleLanes<Reply>(
  scheduler: Scheduler,
  { businessId }: Call,
  transact: (scheduleLane: ScheduleLane) => Promise<Reply>,
): Promise<Reply> {
  const planned = new Map<string, Omit<Schedule, "dueAt">>();
  const reply = await transact(async (endpointId, change) => {
    const lane = { endpointId, businessId, ...(change && { change }) };
    planned.set(endpointId, lane);
    await scheduler.schedule({ ...lane, dueAt: new Date(Date.now() + crashDelayMs) });
  });
  await scheduler.schedule(...[...planned.values()].map((lane) => ({ ...lane, dueAt: new Date() })));
  return reply;
}

type LaneSteps<Request, Before, Found, Plan, Result> = VerbSteps<Request, Before, Found, Plan, undefined, Result> & {
  /** The lane that is due then, and what changes in it. */
  lane: (request: Request, plan: Plan) => Pick<Schedule, "endpointId" | "change">;
};

/** A verb after which the worker of a lane has something to do: its transaction is that of `transactWithLane`. It has no preview. */
export function defineLaneVerb<
  Request,
  Before,
  Found,
  Plan,
  Result,
  Context extends VerbContext & { scheduler: Scheduler },
>(describe: (context: Context) => LaneSteps<Request, Before, Found, Plan, Result>) {
  return (context: Context) => {
    const { lane, write, ...steps } = describe(context);
    return (call: Call, request: Request): Promise<Result> =>
      scheduleLanes(context.scheduler, call, (scheduleLane) => {
        const verb = defineVerb<Request, Plan, Result, Before, Found>(() => ({
          ...steps,
          async write(scope, plan) {
            const { endpointId, change } = lane(request, plan);
            await scheduleLane(endpointId, change);
            return write(scope, plan, request);
          },
        }));
        return verb(context)(call, request);
      });
  };
}
