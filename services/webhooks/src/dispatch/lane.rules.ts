import type { Delivery } from "../deliveries/deliveries.rules.js";
import { countAttempt, noAttempts } from "../endpoints/health.rules.js";
import type { ClaimedLane, ReleaseResult } from "../lanes/lanes.types.js";
import {
  availableSlots,
  consumeTokens,
  findNextStart,
  updateRateAfterFailure,
  updateRateAfterSuccess,
} from "../lanes/rate.rules.js";
import type { LaneConditions, LaneEffect, LaneEvent, LanePhase, LaneState, LaneStep } from "./lane.types.js";

/*
 * The phases of a claimed lane. One effect runs at a time; attempts run in parallel with it and report by events.
 *
 * | Phase      | What happens                                | Next phase                                                      |
 * | ---------- | ------------------------------------------- | --------------------------------------------------------------- |
 * | recovering | runs the steps of a requested recovery      | sending: no recovery is left, or the lease is lost;             |
 * |            |                                             | yielding: the lane must end                                     |
 * | sending    | reads due deliveries and starts attempts as | draining: endpoint disabled or deleted, or nothing may start,   |
 * |            | rate and concurrency allow; waits between   | no attempt runs and no delivery came for `idleMaxMs`            |
 * | draining   | waits for the running attempts              | returning: all ended; failing: an outcome could not be stored   |
 * | returning  | stores the stats, then releases, pauses or  | ended: returned, or lost; recovering: a schedule came meanwhile;|
 * |            | removes the lane                            | yielding: the same, but the lane must end                       |
 * | yielding   | releases the lane, due now                  | ended; yielding again when another schedule came meanwhile      |
 * | failing    | waits for the running attempts, then        | ended                                                           |
 * |            | releases the lane, due in a second          |                                                                 |
 *
 * An error of an effect leads from every phase to failing. A delivery whose outcome could not be stored is sent again.
 */

/** How many due deliveries are read at once. */
export const queueReadMax = 64;
/** After this time the queue is read again, because the endpoint may have been changed or disabled. */
const queueMaxAgeMs = 1000;
/** A lane without work is kept this long: the next delivery often comes soon, and a release and a claim cost six commands. */
const idleMaxMs = 500;

export function startLane(lane: ClaimedLane, conditions: LaneConditions): LaneStep {
  return chooseEffect(createState(lane), conditions);
}

/** Applies what happened, in order, and chooses what to do next. */
export function transition(state: LaneState, events: readonly LaneEvent[], conditions: LaneConditions): LaneStep {
  return chooseEffect(
    events.reduce((current, event) => applyEvent(current, event, conditions), state),
    conditions,
  );
}

/**
 * Whether a lane accepts deliveries of this process. It does while it sends, because only its release reads when it is due again: the release finds
 * what the lane has not sent.
 * @param reported how many events are not applied yet
 */
export function acceptsDelivery({ phase, queue, isGone, error }: LaneState, reported: number): boolean {
  return phase === "sending" && queue.length + reported < queueReadMax && !isGone && error === undefined;
}

function createState(lane: ClaimedLane): LaneState {
  return {
    phase: "recovering",
    lane,
    endpoint: undefined,
    queue: [],
    queueReadAt: 0,
    isQueueComplete: false,
    inFlight: new Set(),
    isNotified: false,
    isGone: false,
    counts: noAttempts,
  };
}

function applyEvent(state: LaneState, event: LaneEvent, { mayContinue, now }: LaneConditions): LaneState {
  switch (event.type) {
    case "recovery_step_done":
      return event.mayHaveMore ? state : withLane(state, { hasRecovery: false });
    case "queue_read": {
      const { endpoint, deliveries } = event;
      const isQueueComplete = deliveries.length < queueReadMax;
      // The age is counted from the end of the read: otherwise a read that takes longer than the maximum age would be repeated without end.
      return { ...state, endpoint, queue: deliveries, queueReadAt: now, isQueueComplete, isNotified: false };
    }
    case "attempts_started":
      return applyStart(state, event);
    case "attempt_answered":
      return applyAnswer(state, event);
    case "attempt_ended": {
      const inFlight = new Set([...state.inFlight].filter((id) => id !== event.deliveryId));
      return { ...state, inFlight, error: state.error ?? event.error };
    }
    case "delivery_offered":
      return applyOffered(state, event.delivery);
    case "notified":
      return { ...state, isNotified: true };
    case "wait_ended":
      return state;
    case "stats_stored":
      return { ...state, counts: noAttempts };
    case "lane_returned":
      return applyReturn(state, event.result, mayContinue);
    case "effect_failed":
      return { ...state, phase: "failing", error: state.error ?? event.error };
  }
}

/**
 * A read that ended after the delivery was created may have found it as well, and sent it already. Then it counts as not started: only the write that
 * starts it shows whether it still has to be sent.
 */
function applyOffered(state: LaneState, delivery: Delivery): LaneState {
  const isKnown = state.inFlight.has(delivery._id) || state.queue.some(({ _id }) => _id === delivery._id);
  if (isKnown) return state;
  const mayBeSent = state.queueReadAt >= delivery.createdAt.getTime();
  return { ...state, queue: [...state.queue, mayBeSent ? { ...delivery, starts: 0 } : delivery] };
}

function applyStart(
  state: LaneState,
  { deliveryIds, markedCount, startedAt }: Extract<LaneEvent, { type: "attempts_started" }>,
): LaneState {
  const rate = consumeTokens(state.lane.rate, state.endpoint ?? {}, markedCount, startedAt);
  const { idleSince: _, ...busy } = withLane(state, { rate });
  return { ...busy, inFlight: new Set([...state.inFlight, ...deliveryIds]) };
}

function applyAnswer(
  state: LaneState,
  { isSuccess, isGone, startedAt, endedAt }: Extract<LaneEvent, { type: "attempt_answered" }>,
): LaneState {
  const rate = isSuccess
    ? updateRateAfterSuccess(state.lane.rate, state.endpoint ?? {})
    : updateRateAfterFailure(state.lane.rate, startedAt.getTime(), endedAt.getTime());
  const counts = countAttempt(state.counts, isSuccess, endedAt);
  return { ...withLane(state, { rate }), counts, isGone: state.isGone || isGone };
}

function applyReturn(state: LaneState, result: ReleaseResult, mayContinue: boolean): LaneState {
  if (state.phase === "failing" || result.outcome !== "rescheduled") return { ...state, phase: "ended" };
  const hasRecovery = state.lane.hasRecovery || result.hasRecovery;
  const lane = { ...state.lane, seq: result.seq, hasRecovery };
  if (state.phase === "yielding" || !mayContinue) return { ...state, lane, phase: "yielding" };
  return createState(lane);
}

function withLane(state: LaneState, change: Partial<ClaimedLane>): LaneState {
  return { ...state, lane: { ...state.lane, ...change } };
}

function chooseEffect(state: LaneState, conditions: LaneConditions): LaneStep {
  switch (state.phase) {
    case "recovering":
      if (!state.lane.hasRecovery || !conditions.isLeaseHeld) return enter("sending", state, conditions);
      // A long one would keep a process that stops from its end.
      if (!conditions.mayContinue) return enter("yielding", state, conditions);
      return { state, effect: { type: "run_recovery_step" } };
    case "sending":
      return chooseSending(state, conditions);
    case "draining":
      if (state.inFlight.size > 0) return { state, effect: { type: "wait" } };
      return enter(state.error === undefined ? "returning" : "failing", state, conditions);
    case "returning":
      return chooseReturning(state, conditions);
    case "yielding":
      return { state, effect: { type: "yield_lane" } };
    case "failing":
      return { state, effect: { type: state.inFlight.size > 0 ? "wait" : "release_failed_lane" } };
    case "ended":
      return { state, effect: { type: "end" } };
  }
}

function enter(phase: LanePhase, state: LaneState, conditions: LaneConditions): LaneStep {
  return chooseEffect({ ...state, phase }, conditions);
}

function chooseSending(state: LaneState, conditions: LaneConditions): LaneStep {
  const { endpoint, queue, inFlight } = state;
  if (endpoint !== undefined && endpoint?.status !== "enabled") return enter("draining", state, conditions);
  const mayStart = conditions.isLeaseHeld && conditions.mayContinue && !state.isGone && state.error === undefined;
  if (mayStart && mustReadQueue(state, conditions.now)) return { state, effect: { type: "read_queue" } };
  if (mayStart && endpoint && queue.length > 0) {
    const slots = availableSlots(state.lane.rate, endpoint, inFlight.size, conditions.now);
    if (slots > 0) {
      const effect = { type: "start_attempts", deliveries: queue.slice(0, slots), endpoint } as const;
      return { state: { ...state, queue: queue.slice(slots) }, effect };
    }
  }
  if (inFlight.size > 0) {
    // The running attempts may last longer than the rate requires.
    const next =
      mayStart && endpoint && queue.length > 0 ? findNextStart(state.lane.rate, endpoint, inFlight.size) : undefined;
    const maxMs = next && next.getTime() - conditions.now;
    return { state, effect: { type: "wait", ...(maxMs && maxMs > 0 && { maxMs }) } };
  }
  const idleSince = state.idleSince ?? conditions.now;
  const leftMs = idleSince + idleMaxMs - conditions.now;
  // With a queue the lane is not idle: its rate allows nothing now, and the release sets when it will.
  const isIdle = mayStart && conditions.mayIdle && queue.length === 0 && leftMs > 0;
  return isIdle
    ? { state: { ...state, idleSince }, effect: { type: "wait", maxMs: leftMs } }
    : enter("draining", state, conditions);
}

function mustReadQueue({ queue, queueReadAt, isNotified, isQueueComplete }: LaneState, now: number): boolean {
  return queue.length === 0 ? isNotified || !isQueueComplete : now - queueReadAt > queueMaxAgeMs;
}

function chooseReturning(state: LaneState, conditions: LaneConditions): LaneStep {
  if (state.counts !== noAttempts) return { state, effect: { type: "store_stats" } };
  if (!conditions.isLeaseHeld) return enter("ended", state, conditions);
  return { state, effect: { type: chooseReturn(state) } };
}

function chooseReturn({ endpoint, isGone }: LaneState): LaneEffect["type"] & `${string}_lane` {
  if (endpoint === null) return "remove_lane";
  return isGone || endpoint?.status === "disabled" ? "pause_lane" : "release_lane";
}
