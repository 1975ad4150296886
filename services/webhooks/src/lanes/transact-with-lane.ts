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
export async function transactWithLane<Reply>(
  { db, scheduler }: { db: Database; scheduler: Scheduler },
  call: Call,
  work: (scope: WriteScope, scheduleLane: ScheduleLane) => Promise<Reply>,
): Promise<Reply> {
  const planned = new Map<string, LaneOfCall>();
  const reply = await db.transaction(call, (scope) =>
    work(scope, async (endpointId, change) => {
      const lane = { endpointId, ...(change && { change }) };
      planned.set(endpointId, lane);
      await schedule(scheduler, call, [lane], crashDelayMs);
    }),
  );
  await schedule(scheduler, call, [...planned.values()]);
  return reply;
}

type LaneOfCall = Pick<Schedule, "endpointId" | "change">;

const schedule = (scheduler: Scheduler, { businessId }: Call, lanes: readonly LaneOfCall[], delayMs = 0) =>
  scheduler.schedule(...lanes.map((lane) => ({ ...lane, businessId, dueAt: new Date(Date.now() + delayMs) })));

type LaneSteps<Request, Before, Found, Plan, Result> = Omit<
  VerbSteps<Request, Before, Found, Plan, undefined, Result>,
  "afterCommit"
> & {
  /** The lane that is due then, and what changes in it. */
  lane: (request: Request, plan: Plan) => LaneOfCall;
};

/** A verb after which the worker of a lane has something to do, which it schedules as `transactWithLane` does. */
export function defineLaneVerb<
  Request,
  Before,
  Found,
  Plan,
  Result,
  Context extends VerbContext & { scheduler: Scheduler },
>(describe: (context: Context) => LaneSteps<Request, Before, Found, Plan, Result>) {
  return defineVerb<Request, Plan, Result, Before, Found, undefined, Context>((context) => {
    const { lane, write, ...steps } = describe(context);
    const { scheduler } = context;
    return {
      ...steps,
      async write(scope, plan, request) {
        await schedule(scheduler, scope.call, [lane(request, plan)], crashDelayMs);
        return write(scope, plan, request);
      },
      afterCommit: ({ call, request, done }) => done && schedule(scheduler, call, [lane(request, done.plan)]),
    };
  });
}
