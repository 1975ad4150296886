import { notFound, refused } from "@tenant-ops/kit/errors";
import { type HttpResult, planRetry, type RetryRules } from "@tenant-ops/kit/egress";

export type DeliveryStatus = (typeof deliveryStatuses)[number];

const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export function isDeliveryStatus(text: string): text is DeliveryStatus {
  return deliveryStatuses.some((status) => status === text);
}

/** What caused a delivery. */
export type Trigger = "event" | "manual" | "recover" | "ping" | "notice";

/** One event for one endpoint. */
export interface Delivery {
  /** The `traceId`. */
  _id: string;
  endpointId: string;
  /** The receiver's `webhook-id`. */
  eventId: string;
  event: string;
  status: DeliveryStatus;
  /** Attempts with a known outcome. */
  attempt: number;
  /** Attempts that started since the last known outcome. */
  starts: number;
  /** The lane token of the worker that started the latest attempt. A failure counts only from this worker. */
  startedBy?: string;
  dueAt: Date;
  attempts: AttemptRecord[];
  trigger: Trigger;
  redeliveryOf?: string;
  /** "" for the first delivery of an event: the unique index then makes a second one impossible. */
  nonce: string;
  /** Why it failed without an attempt. */
  reason?: string;
  createdAt: Date;
  finishedAt?: Date;
  /** Set while it has ended and is not in the counters per day yet. */
  uncounted?: true;
  /** Set with the final status, so a pending delivery never expires. */
  expireAt?: Date;
}

export type DeliveryInput = Pick<Delivery, "endpointId" | "eventId" | "event" | "trigger"> &
  Partial<Pick<Delivery, "redeliveryOf" | "nonce" | "startedBy">>;

/**
 * Whether this claim of the lane has stored that the next attempt starts, and has not sent it: it was created so, or the lease was late. An attempt
 * that was sent either ends with an outcome, which sets `starts` to 0, or ends the claim.
 */
export function isMarkedStarted({ starts, startedBy }: Delivery, token: string): boolean {
  return starts > 0 && startedBy === token;
}

/** One attempt as the delivery stores it. */
export interface AttemptRecord {
  n: number;
  at: Date;
  ms: number;
  code?: number;
  error?: string;
}

/** The state of a delivery after an attempt. */
export interface AttemptDecision {
  status: DeliveryStatus;
  /** When the next attempt is due; only while pending. */
  dueAt?: Date;
}

export interface AttemptOutcome {
  businessId: string;
  delivery: Delivery;
  /** The lane token of the worker. */
  token: string;
  attempt: AttemptRecord;
  decision: AttemptDecision;
}

/** @throws Refusal webhook_delivery_not_found */
export function requireDelivery(found: Delivery | null, traceId: string): Delivery {
  if (!found) throw notFound("webhook_delivery", traceId, { listWith: "webhooks_list_deliveries" });
  return found;
}

/**
 * A new delivery of the same event, so the receiver sees the same `webhook-id`.
 * @throws Refusal webhook_endpoint_deleted
 */
export function planRedelivery({ _id, endpointId, eventId, event }: Delivery, endpoint: object | null): DeliveryInput {
  if (!endpoint)
    throw refused(
      "webhook_endpoint_deleted",
      "The endpoint of this delivery was deleted; there is nowhere to send it.",
    );
  return { endpointId, eventId, event, trigger: "manual", redeliveryOf: _id };
}

export interface DeliveryRetryRules extends RetryRules {
  maxAttempts?: number | undefined;
}

/** Only the status decides: a 200 with an error in its body is a success. */
export function isSuccess(result: HttpResult): boolean {
  return "code" in result && result.code >= 200 && result.code < 300;
}

/** The state of a delivery after an attempt. @param attempt how many attempts were made, including this one */
export function decideAfterAttempt(attempt: number, result: HttpResult, rules: DeliveryRetryRules): AttemptDecision {
  if (isSuccess(result)) return { status: "delivered" };
  const isLast = attempt >= (rules.maxAttempts ?? Number.POSITIVE_INFINITY);
  const dueAt = isLast ? undefined : planRetry(attempt, "code" in result ? result : {}, rules);
  return dueAt ? { status: "pending", dueAt } : { status: "failed" };
}

/** The outcome of an attempt for metrics and log lines. */
export function toOutcomeLabel(result: HttpResult): string {
  if ("error" in result) return result.error;
  return isSuccess(result) ? "delivered" : `${Math.floor(result.code / 100)}xx`;
}
