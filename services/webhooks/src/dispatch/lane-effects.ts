import { createSystemCall } from "@tenant-ops/kit/call";
import type { Scope } from "@tenant-ops/kit/data";
import { failPending, findStarted } from "../deliveries/attempts.store.js";
import { countPending, findDue, findNextDueTime } from "../deliveries/deliveries.store.js";
import { type Delivery, isMarkedStarted } from "../deliveries/deliveries.rules.js";
import { recoverDeliveries } from "../deliveries/recover-deliveries.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { addToStats } from "../endpoints/health.store.js";
import type { StoredEvent } from "../events/events.store.js";
import { sendAttempt } from "./attempt.js";
import type { LaneLease } from "./lane-lease.js";
import { queueReadMax } from "./lane.rules.js";
import type { LaneContext, LaneEffect, LaneEvent, LaneState, LaneStep } from "./lane.types.js";

/** A delivery that was started this often without an outcome fails, because it probably causes the crashes. */
const startsMax = 3;

interface StartedDelivery {
  delivery: Delivery;
  event: StoredEvent;
}

/** Marks deliveries as started, and fails those that cannot be sent. */
async function markDeliveriesStarted(
  { recentEvents, attempts }: Pick<LaneContext, "recentEvents" | "attempts">,
  scope: Scope,
  batch: readonly Delivery[],
  token: string,
): Promise<StartedDelivery[]> {
  const interrupted = batch.filter(({ starts }) => starts > startsMax);
  const attemptable = batch.filter(({ starts }) => starts <= startsMax);
  const events = await recentEvents.find(
    scope,
    batch.map(({ eventId }) => eventId),
  );
  const expired = attemptable.filter(({ eventId }) => !events.has(eventId));
  await failAll(scope, interrupted, "interrupted");
  await failAll(scope, expired, "event_expired");
  const sendable = attemptable.filter(({ eventId }) => events.has(eventId));
  const isStarted = (delivery: Delivery) => isMarkedStarted(delivery, token);
  const waiting = sendable.filter((delivery) => !isStarted(delivery));
  const start = { businessId: scope.businessId, deliveryIds: waiting.map(({ _id }) => _id), token };
  const isComplete = waiting.length === 0 || (await attempts.markStarted(start));
  return [...sendable.filter(isStarted), ...(isComplete ? waiting : await findStarted(scope, start))].flatMap(
    (delivery) => {
      const event = events.get(delivery.eventId);
      return event ? [{ delivery, event }] : [];
    },
  );
}

async function failAll(scope: Scope, batch: readonly Delivery[], reason: "interrupted" | "event_expired") {
  if (batch.length > 0) await failPending(scope, { ids: batch.map(({ _id }) => _id) }, reason);
}

const failurePauseMs = 1000;

/** What the effects of one lane use. */
export interface LaneRuntime {
  context: LaneContext;
  lease: LaneLease;
  /** Reports an event that happens during the current effect. */
  report: (event: LaneEvent) => void;
  waitForReport: (maxMs?: number) => Promise<void>;
}

/** Carries out an effect. @throws Error of the database; the lane ends then */
export async function performEffect(runtime: LaneRuntime, { state, effect }: LaneStep): Promise<LaneEvent> {
  const { context } = runtime;
  const { lane } = state;
  switch (effect.type) {
    case "run_recovery_step":
      return runRecoveryStep(context, state);
    case "read_queue":
      return readQueue(context, state);
    case "start_attempts":
      return startAttempts(runtime, state, effect);
    case "wait":
      await runtime.waitForReport(effect.maxMs);
      return { type: "wait_ended" };
    case "store_stats":
      return storeStats(context, state);
    case "remove_lane":
      await failPending(createScope(context, state), { endpointId: lane.endpointId }, "endpoint_deleted");
      return { type: "lane_returned", result: await context.lanes.remove(lane) };
    case "pause_lane":
      return { type: "lane_returned", result: await context.lanes.pause(lane) };
    case "release_lane":
      return releaseLane(context, state);
    case "yield_lane":
      return { type: "lane_returned", result: await context.lanes.release(lane, new Date()) };
    case "release_failed_lane":
      return releaseFailedLane(runtime, state);
    case "end":
      throw new Error("a lane that ended has no effect");
  }
}

async function runRecoveryStep({ db, lanes }: LaneContext, { lane }: LaneState): Promise<LaneEvent> {
  const mayHaveMore = await recoverDeliveries(db, lane.businessId, lane.endpointId);
  if (!mayHaveMore) await lanes.completeRecovery(lane);
  return { type: "recovery_step_done", mayHaveMore };
}

async function readQueue(context: LaneContext, state: LaneState): Promise<LaneEvent> {
  const scope = createScope(context, state);
  const { endpointId } = state.lane;
  const endpoint = await findEndpoint(scope, endpointId);
  const isEnabled = endpoint?.status === "enabled";
  const deliveries = isEnabled ? await findDue(scope, endpointId, [...state.inFlight], queueReadMax) : [];
  return { type: "queue_read", endpoint, deliveries };
}

/** Starts attempts without waiting for them: each reports its answer and its end. */
async function startAttempts(
  { context, lease, report }: LaneRuntime,
  state: LaneState,
  { deliveries, endpoint }: Extract<LaneEffect, { type: "start_attempts" }>,
): Promise<LaneEvent> {
  const { lane } = state;
  const marked = await markDeliveriesStarted(context, createScope(context, state), deliveries, lane.token);
  // The process may have been suspended during the write. If the lease has expired, the next worker sends them.
  const started = lease.isHeld() ? marked : [];
  for (const { delivery, event } of started) {
    sendAttempt(context, { lane, delivery, endpoint, event }, report).then(
      () => report({ type: "attempt_ended", deliveryId: delivery._id }),
      (error: unknown) => report({ type: "attempt_ended", deliveryId: delivery._id, error }),
    );
  }
  const deliveryIds = started.map(({ delivery }) => delivery._id);
  return { type: "attempts_started", deliveryIds, markedCount: marked.length, startedAt: Date.now() };
}

async function storeStats(context: LaneContext, state: LaneState): Promise<LaneEvent> {
  const { businessId, endpointId } = state.lane;
  const endpoint = await addToStats(createScope(context, state), endpointId, state.counts);
  if (state.isGone) await context.health.disableGone(businessId, endpointId);
  else if (endpoint) await context.health.check(businessId, endpoint);
  return { type: "stats_stored" };
}

/** Releases the lane, due when its next delivery is due and may start. */
async function releaseLane(context: LaneContext, state: LaneState): Promise<LaneEvent> {
  const { lane } = state;
  const scope = createScope(context, state);
  const next = await findNextDueTime(scope, lane.endpointId);
  const pending = next ? await countPending(scope, lane.endpointId) : 0;
  const { notBefore } = lane.rate;
  const dueAt = next && notBefore && notBefore > next ? notBefore : next;
  return { type: "lane_returned", result: await context.lanes.release(lane, dueAt, pending) };
}

/** If even the release fails, the lease expires. */
async function releaseFailedLane({ context, lease }: LaneRuntime, { lane, error }: LaneState): Promise<LaneEvent> {
  const { endpointId, businessId } = lane;
  // For a business in offboarding this is expected: the lane stays due, and no worker claims it.
  if (!context.db.closedBusinesses.has(businessId))
    context.logger.warn({ err: error, endpointId, businessId }, "webhook lane failed");
  const dueAt = new Date(Date.now() + failurePauseMs);
  if (lease.isHeld()) await context.lanes.release(lane, dueAt).catch(() => undefined);
  return { type: "lane_returned", result: { outcome: "released" } };
}

function createScope({ db }: LaneContext, { lane }: LaneState): Scope {
  return db.scope(createSystemCall(lane.businessId, "webhook delivery"));
}
