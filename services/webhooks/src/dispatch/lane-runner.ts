import { AsyncSignal } from "@tenant-ops/kit/concurrency";
import { createSystemCall } from "@tenant-ops/kit/call";
import { recordOutcomes } from "../deliveries/attempts.store.js";
import type { ClaimedLane } from "../lanes/lanes.types.js";
import { type LaneRuntime, performEffect } from "./lane-effects.js";
import { keepLease } from "./lane-lease.js";
import { startLane, transition } from "./lane.rules.js";
import type { LaneConditions, LaneContext, LaneEvent } from "./lane.types.js";
import { createOutcomeWriter } from "./outcome-writer.js";

export interface LaneRun {
  /** New deliveries may be due. */
  notify(): void;
  done: Promise<void>;
}

/**
 * Serves a claimed lane until nothing is due or the lane must end, and gives it back. lane.rules.ts decides, lane-effects.ts
 * carries out.
 */
export function runLane(lane: ClaimedLane, context: LaneContext, mayContinue: () => boolean): LaneRun {
  const { db, lanes, leaseMs, metrics, deliveryCounter } = context;
  const reported: LaneEvent[] = [];
  const signal = new AsyncSignal();
  const report = (event: LaneEvent): void => {
    reported.push(event);
    signal.notify();
  };
  const notify = () => report({ type: "notified" });
  const lease = keepLease(lanes, lane, leaseMs, notify);
  const record = createOutcomeWriter(
    (outcomes) => recordOutcomes(db.scope(createSystemCall(lane.businessId, "webhook delivery")), outcomes),
    (fenced) => metrics.fenced.inc(fenced),
  );
  const runtime: LaneRuntime = { context, lease, record, report, waitForReport: () => signal.wait(leaseMs) };
  const readConditions = (): LaneConditions => ({
    now: Date.now(),
    isLeaseHeld: lease.isHeld(),
    mayContinue: mayContinue(),
  });

  async function run(): Promise<void> {
    let step = startLane(lane, readConditions());
    while (step.effect.type !== "end") {
      const event = await performEffect(runtime, step).catch(toFailure);
      step = transition(step.state, [event, ...reported.splice(0)], readConditions());
    }
  }

  const end = (): void => {
    lease.stop();
    deliveryCounter.notify(lane.businessId);
  };
  return { notify, done: run().finally(end) };
}

function toFailure(error: unknown): LaneEvent {
  return { type: "effect_failed", error };
}
