import { AsyncSignal } from "@tenant-ops/kit/concurrency";
import type { Delivery } from "../deliveries/deliveries.rules.js";
import type { ClaimedLane } from "../lanes/lanes.types.js";
import { type LaneRuntime, performEffect } from "./lane-effects.js";
import { keepLease } from "./lane-lease.js";
import { acceptsDelivery, startLane, transition } from "./lane.rules.js";
import type { LaneConditions, LaneContext, LaneEvent } from "./lane.types.js";

export interface LaneRun {
  /** New deliveries may be due. */
  notify(): void;
  /** The token of the lane while it accepts deliveries. */
  findToken(): string | undefined;
  /** Offers a committed delivery. @returns whether the lane accepts it: then the lane sends it, or is due again at its release */
  offer(delivery: Delivery): boolean;
  done: Promise<void>;
}

/** What the pool allows to a lane at the moment. */
export type LaneAllowance = () => Pick<LaneConditions, "mayContinue" | "mayIdle">;

/**
 * Serves a claimed lane until nothing is due or the lane must end, and releases it. lane.rules.ts decides, lane-effects.ts carries the effects out.
 */
export function runLane(lane: ClaimedLane, context: LaneContext, readAllowance: LaneAllowance): LaneRun {
  const { lanes, leaseMs, deliveryCounter } = context;
  const reported: LaneEvent[] = [];
  const signal = new AsyncSignal();
  const report = (event: LaneEvent): void => {
    reported.push(event);
    signal.notify();
  };
  const notify = () => report({ type: "notified" });
  const lease = keepLease(lanes, lane, leaseMs, notify);
  const runtime: LaneRuntime = {
    context,
    lease,
    report,
    waitForReport: (maxMs = leaseMs) => signal.wait(maxMs),
  };
  const readConditions = (): LaneConditions => ({
    now: Date.now(),
    isLeaseHeld: lease.isHeld(),
    ...readAllowance(),
  });
  let step = startLane(lane, readConditions());

  async function run(): Promise<void> {
    while (step.effect.type !== "end") {
      const event = await performEffect(runtime, step).catch(toFailure);
      step = transition(step.state, [event, ...reported.splice(0)], readConditions());
    }
  }

  const isAccepting = () =>
    acceptsDelivery(step.state, reported.length) && lease.isHeld() && readAllowance().mayContinue;
  const findToken = () => (isAccepting() ? lane.token : undefined);

  // The delivery is not lost when this lease is: it is committed, so the next worker of the lane finds it in the database.
  const offer = (delivery: Delivery): boolean => {
    if (!isAccepting()) return false;
    report({ type: "delivery_offered", delivery });
    return true;
  };

  const end = (): void => {
    lease.stop();
    deliveryCounter.notify(lane.businessId);
  };
  return { notify, findToken, offer, done: run().finally(end) };
}

function toFailure(error: unknown): LaneEvent {
  return { type: "effect_failed", error };
}
