import { performance } from "node:perf_hooks";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database, Scope } from "@tenant-ops/kit/data";
import { type Logger, startSpan, traceIdOf } from "@tenant-ops/kit/telemetry";
import { isDelivered, outcomeOf, settle } from "../deliveries/deliveries.rules.js";
import {
  countPending,
  type Delivery,
  failWithout,
  findDue,
  markStarted,
  nextDue,
  recordOutcomes,
} from "../deliveries/deliveries.store.js";
import type { Egress } from "../egress/egress.js";
import { validSecrets } from "../endpoints/endpoints.rules.js";
import { addToStats, type Endpoint, findEndpoint } from "../endpoints/endpoints.store.js";
import { findEvents, type StoredEvent } from "../events/events.store.js";
import { keepLease } from "./lane-lease.js";
import { afterFailure, afterSuccess, newPace, room, spend } from "../lanes/rate.rules.js";
import type { Lane, Lanes } from "../lanes/lanes.store.js";
import type { WebhookMetrics } from "../metrics.js";
import type { Notices } from "./endpoint-health.js";
import { count, emptyTally, outcomeWriter } from "./outcomes.js";
import { recoverSome } from "../deliveries/recoveries.js";
import { decrypt, type Keyring } from "../security/secrets.js";
import { signedHeaders } from "../security/signing.js";

export interface LaneTools {
  db: Database;
  lanes: Lanes;
  egress: Egress;
  notices: Notices;
  keyring: Keyring;
  scheduleMs: readonly number[];
  leaseMs: number;
  logger: Logger;
  metrics: WebhookMetrics;
}

/** What the worker around a lane decides. */
export interface Surroundings {
  /** False when the lane must come to its end: others wait for its place, or the process stops. */
  mayStay(): boolean;
}

export interface LaneRun {
  /** Something new is there to be sent. */
  poke(): void;
  done: Promise<void>;
}

const readAhead = 64;
const readAheadMs = 1000;
const afterFailureMs = 1000;
/** A delivery that began this often and never came to an outcome takes its worker down with it; it is not tried again. */
const startsMax = 3;

/** Serves one endpoint for as long as there is something to send, and gives its lane back. */
export function runLane(lane: Lane, tools: LaneTools, surroundings: Surroundings): LaneRun {
  const { db, lanes, notices, logger, metrics } = tools;
  const { _id: endpointId, businessId, token = "" } = lane;
  const pace = lane.pace ?? newPace();
  const underWay = new Map<string, Promise<void>>();
  const record = outcomeWriter(
    (outcomes) => recordOutcomes(scope(), outcomes),
    (fenced) => metrics.fenced.inc(fenced),
  );
  const lease = keepLease(lanes, lane, tools.leaseMs, () => poked());
  let tally = emptyTally();
  let isGone = false;
  let failure: Error | undefined;
  let wakeLoop: (() => void) | undefined;
  let wasPoked = false;

  function poked(): void {
    wasPoked = true;
    wakeLoop?.();
  }

  const scope = (): Scope => db.scope(createSystemCall(businessId, "webhook delivery"));

  async function run(): Promise<void> {
    try {
      while ((await serve()) === "again") wasPoked = false;
    } catch (error) {
      logger.warn({ err: error, endpointId, businessId }, "webhook lane given up");
      await Promise.allSettled(underWay.values());
      // What was under way is sent again if its outcome could not be written. Where even this fails, the lease ends by itself.
      const soon = new Date(Date.now() + afterFailureMs);
      if (lease.holds()) await lanes.release(lane, soon, { pace }).catch(() => "lost");
    } finally {
      lease.stop();
    }
  }

  /** @returns "again" when something came while the lane was being given back */
  async function serve(): Promise<"again" | "over"> {
    while (lane.recovery && lease.holds()) await recover();
    const endpoint = await sendDue();
    await Promise.allSettled(underWay.values());
    if (failure) throw failure;
    const hasGone = isGone;
    await writeTally();
    isGone = false;
    if (!lease.holds()) return "over";
    if (!endpoint) await failWithout(scope(), { endpointId }, "endpoint_deleted");
    const isParked = hasGone || endpoint?.status === "disabled";
    const outcome = !endpoint ? await lanes.remove(lane) : isParked ? await lanes.park(lane) : await release();
    if (outcome !== "woken") return "over";
    if (surroundings.mayStay()) return "again";
    // It has to go although something came: the next worker takes the lane at once.
    while ((await lanes.release(lane, new Date(), { pace })) === "woken");
    return "over";
  }

  async function release() {
    const next = await nextDue(scope(), endpointId);
    const pending = next ? await countPending(scope(), endpointId) : 0;
    const wakeAt = next && pace.notBefore && pace.notBefore > next ? pace.notBefore : next;
    return lanes.release(lane, wakeAt, { pace, pending });
  }

  async function recover(): Promise<void> {
    if (!(await recoverSome(db, businessId, endpointId))) await lanes.recoveryDone(lane);
  }

  /** Sends until nothing is due or nothing may begin. Returns the endpoint as it was last seen; null when it was deleted. */
  async function sendDue(): Promise<Endpoint | null> {
    let endpoint: Endpoint | null = null;
    let queue: Delivery[] = [];
    let readAt = 0;
    let isExhausted = false;
    for (;;) {
      // What was read ahead gets old: the endpoint may have been changed or disabled meanwhile.
      const isStale = Date.now() - readAt > readAheadMs;
      if (queue.length === 0 ? wasPoked || !isExhausted : isStale) {
        wasPoked = false;
        readAt = Date.now();
        endpoint = await findEndpoint(scope(), endpointId);
        if (endpoint?.status !== "enabled") return endpoint;
        queue = await findDue(scope(), endpointId, [...underWay.keys()], readAhead);
        isExhausted = queue.length < readAhead;
      }
      const isOpen = lease.holds() && surroundings.mayStay() && !isGone && !failure;
      const places = isOpen && endpoint ? room(pace, endpoint, underWay.size, Date.now()) : 0;
      const batch = queue.splice(0, places);
      if (batch.length > 0 && endpoint) await begin(batch, endpoint);
      else if (underWay.size === 0) return endpoint;
      else if (!wasPoked || queue.length > 0) await somethingChanged();
    }
  }

  /** An attempt came to its end, or something new is there. */
  async function somethingChanged(): Promise<void> {
    const poke = new Promise<void>((resolve) => (wakeLoop = resolve));
    await Promise.race([poke, ...underWay.values()]);
    wakeLoop = undefined;
  }

  async function begin(batch: Delivery[], endpoint: Endpoint): Promise<void> {
    const interrupted = batch.filter(({ starts }) => starts > startsMax).map(({ _id }) => _id);
    if (interrupted.length > 0) await failWithout(scope(), { ids: interrupted }, "interrupted");
    const events = await findEvents(
      scope(),
      batch.map(({ eventId }) => eventId),
    );
    const expired = batch.filter(({ eventId }) => !events.has(eventId)).map(({ _id }) => _id);
    if (expired.length > 0) await failWithout(scope(), { ids: expired }, "event_expired");
    const sendable = batch.filter(({ _id }) => !interrupted.includes(_id) && !expired.includes(_id));
    if (sendable.length === 0) return;
    const marked = await markStarted(scope(), sendable, token);
    spend(pace, endpoint, marked.length, Date.now());
    for (const delivery of marked) {
      const event = events.get(delivery.eventId);
      // Between the mark and here the process may have slept; whoever has the lane now sends it.
      if (!event || !lease.holds()) continue;
      const work = attempt(delivery, endpoint, event)
        .catch((error: unknown) => void (failure ??= asError(error)))
        .finally(() => underWay.delete(delivery._id));
      underWay.set(delivery._id, work);
    }
  }

  async function attempt(delivery: Delivery, endpoint: Endpoint, event: StoredEvent): Promise<void> {
    const at = new Date();
    const n = delivery.attempt + 1;
    const started = performance.now();
    const body = Buffer.from(event.body.buffer);
    const span = startSpan({
      name: "POST webhook",
      kind: "client",
      parent: event.traceparent,
      attributes: {
        "http.request.method": "POST",
        "http.request.resend_count": n - 1,
        "tenantops.business_id": businessId,
        "tenantops.request_id": event.requestId,
        "tenantops.webhook.event": delivery.event,
        "tenantops.webhook.delivery": delivery._id,
      },
    });
    const exchange = await tools.egress.post(endpoint.url, headersFor(delivery, endpoint, body, at), body);
    span.end({
      attributes: { "http.response.status_code": "code" in exchange ? exchange.code : undefined },
      error: isDelivered(exchange) ? undefined : outcomeOf(exchange),
    });
    const ms = Math.round(performance.now() - started);
    const now = new Date();
    const isSuccess = isDelivered(exchange);
    if (isSuccess) afterSuccess(pace, endpoint);
    else afterFailure(pace, at.getTime(), now.getTime());
    count(tally, isSuccess, now);
    if ("code" in exchange && exchange.code === 410) isGone = true;
    const settled = settle(n, exchange, {
      scheduleMs: tools.scheduleMs,
      maxAttempts: endpoint.maxAttempts,
      now,
      random: Math.random(),
    });
    const result = "code" in exchange ? { code: exchange.code } : { error: exchange.error };
    await record({ delivery, token, note: { n, at, ms, ...result }, settled });
    metrics.attempts.inc({ outcome: outcomeOf(exchange) });
    metrics.attemptSeconds.observe(ms / 1000);
    if (isSuccess && delivery.trigger === "event")
      metrics.eventToDelivery.observe((now.getTime() - event.occurredAt.getTime()) / 1000);
    logger.info(
      {
        businessId,
        endpointId,
        traceId: traceIdOf(span.traceparent),
        deliveryId: delivery._id,
        webhookId: delivery.eventId,
        event: delivery.event,
        attempt: n,
        outcome: outcomeOf(exchange),
        ...result,
        ms,
        status: settled.status,
        trigger: delivery.trigger,
        requestId: event.requestId,
      },
      "webhook",
    );
  }

  function headersFor(delivery: Delivery, endpoint: Endpoint, body: Buffer, now: Date): Record<string, string> {
    const secrets = validSecrets(endpoint.secrets, now).map(({ enc }) => decrypt(tools.keyring, enc, endpointId));
    return {
      ...signedHeaders(secrets, delivery.eventId, body, now),
      "webhook-trace-id": delivery._id,
      "webhook-attempt": String(delivery.attempt + 1),
      "content-type": "application/json",
      "accept-encoding": "identity",
      "user-agent": "tenant-ops-webhooks/1",
    };
  }

  async function writeTally(): Promise<void> {
    const seen = tally;
    if (!seen.lastSuccessAt && !seen.lastFailureAt) return;
    tally = emptyTally();
    const endpoint = await addToStats(scope(), endpointId, seen);
    if (isGone) await notices.gone(businessId, endpointId);
    else if (endpoint) await notices.judge(businessId, endpoint);
  }

  return { poke: poked, done: run() };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
