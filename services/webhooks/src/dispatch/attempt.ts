import { performance } from "node:perf_hooks";
import { startSpan, getTraceId } from "@tenant-ops/kit/telemetry";
import { decideAfterAttempt, isSuccess, toOutcomeLabel } from "../deliveries/deliveries.rules.js";
import type { AttemptDecision, Delivery } from "../deliveries/deliveries.rules.js";
import { createSignatureHeaders, type HttpResult, openValidSecrets } from "@tenant-ops/kit/egress";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import type { StoredEvent } from "../events/events.store.js";
import type { ClaimedLane } from "../lanes/lanes.types.js";
import { findPossibleSince } from "../lanes/rate.rules.js";
import type { LaneContext, LaneEvent } from "./lane.types.js";

/** One attempt of a delivery. */
export interface Attempt {
  lane: ClaimedLane;
  delivery: Delivery;
  endpoint: Endpoint;
  event: StoredEvent;
}

interface AttemptResult {
  startedAt: Date;
  endedAt: Date;
  durationMs: number;
  httpResult: HttpResult;
  traceparent: string | undefined;
}

/**
 * Sends one attempt and stores its outcome.
 * @param onAnswered is called before the outcome is stored, so that the rate is updated at once
 * @throws Error when the outcome could not be stored
 */
export async function sendAttempt(
  context: LaneContext,
  attempt: Attempt,
  onAnswered: (event: LaneEvent) => void,
): Promise<void> {
  const { delivery, endpoint, lane } = attempt;
  const result = await post(context, attempt);
  const { httpResult, startedAt, endedAt, durationMs } = result;
  const isGone = "code" in httpResult && httpResult.code === 410;
  onAnswered({ type: "attempt_answered", isSuccess: isSuccess(httpResult), isGone, startedAt, endedAt });
  const number = delivery.attempt + 1;
  const decision = decideAfterAttempt(number, httpResult, {
    retryScheduleMs: context.retryScheduleMs,
    maxAttempts: endpoint.maxAttempts,
    now: endedAt,
    random: Math.random(),
  });
  const stored = { n: number, at: startedAt, ms: durationMs, ...toStoredResult(httpResult) };
  await context.attempts.recordOutcome({
    businessId: lane.businessId,
    delivery,
    token: lane.token,
    attempt: stored,
    decision,
  });
  reportAttempt(context, attempt, result, decision);
}

async function post({ egress, keyring }: LaneContext, attempt: Attempt): Promise<AttemptResult> {
  const { endpoint, event, delivery } = attempt;
  const startedAt = new Date();
  const begin = performance.now();
  const span = startAttemptSpan(attempt);
  const body = Buffer.from(event.body.buffer);
  const secrets = openValidSecrets(keyring, endpoint.secrets, endpoint._id, startedAt);
  const headers = {
    ...createSignatureHeaders(secrets, delivery.eventId, body, startedAt),
    "webhook-trace-id": delivery._id,
    "webhook-attempt": String(delivery.attempt + 1),
    "content-type": "application/json",
    "accept-encoding": "identity",
    "user-agent": "tenant-ops-webhooks/1",
  };
  const httpResult = await egress.post(endpoint.url, headers, body);
  span.end({
    attributes: { "http.response.status_code": "code" in httpResult ? httpResult.code : undefined },
    error: isSuccess(httpResult) ? undefined : toOutcomeLabel(httpResult),
  });
  const durationMs = Math.round(performance.now() - begin);
  return { startedAt, endedAt: new Date(), durationMs, httpResult, traceparent: span.traceparent };
}

function startAttemptSpan({ lane, delivery, event }: Attempt) {
  return startSpan({
    name: "POST webhook",
    kind: "client",
    parent: event.traceparent,
    attributes: {
      "http.request.method": "POST",
      "http.request.resend_count": delivery.attempt,
      "tenantops.business_id": lane.businessId,
      "tenantops.request_id": event.requestId,
      "tenantops.webhook.event": delivery.event,
      "tenantops.webhook.delivery": delivery._id,
    },
  });
}

function reportAttempt(
  { metrics, logger }: LaneContext,
  { lane, delivery, event }: Attempt,
  { httpResult, startedAt, endedAt, durationMs, traceparent }: AttemptResult,
  decision: AttemptDecision,
): void {
  const outcome = toOutcomeLabel(httpResult);
  metrics.attempts.inc({ outcome });
  metrics.attemptSeconds.observe(durationMs / 1000);
  if (delivery.trigger === "event") {
    const toSeconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;
    const { occurredAt } = event;
    if (delivery.attempt === 0)
      metrics.firstAttempt.observe(Math.max(toSeconds(findPossibleSince(lane.rate, occurredAt), startedAt), 0));
    if (isSuccess(httpResult)) metrics.eventToDelivery.observe(toSeconds(occurredAt, endedAt));
  }
  logger.info(
    {
      businessId: lane.businessId,
      endpointId: lane.endpointId,
      traceId: getTraceId(traceparent),
      deliveryId: delivery._id,
      webhookId: delivery.eventId,
      event: delivery.event,
      attempt: delivery.attempt + 1,
      outcome,
      ...toStoredResult(httpResult),
      ms: durationMs,
      status: decision.status,
      trigger: delivery.trigger,
      requestId: event.requestId,
    },
    "webhook",
  );
}

function toStoredResult(result: HttpResult) {
  return "code" in result ? { code: result.code } : { error: result.error };
}
