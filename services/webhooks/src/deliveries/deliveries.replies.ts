import type { Delivery } from "./deliveries.types.js";

/** A log entry: the fields of the specification, and the endpoint. */
export function toLogEntry(delivery: Delivery) {
  return {
    webhookId: delivery.eventId,
    event: delivery.event,
    status: delivery.status,
    deliveryAttempt: delivery.attempt,
    traceId: delivery._id,
    createdAt: delivery.createdAt.toISOString(),
    endpointId: delivery.endpointId,
  };
}

/** One delivery with all its attempts. */
export function toDeliveryReply(delivery: Delivery) {
  return {
    ...toLogEntry(delivery),
    trigger: delivery.trigger,
    ...(delivery.redeliveryOf && { redeliveryOf: delivery.redeliveryOf }),
    ...(delivery.status === "pending" && { nextAttemptAt: delivery.dueAt.toISOString() }),
    ...(delivery.finishedAt && { finishedAt: delivery.finishedAt.toISOString() }),
    ...(delivery.reason && { reason: delivery.reason }),
    attempts: delivery.attempts.map(({ n, at, ms, code, error }) => ({
      attempt: n,
      at: at.toISOString(),
      ms,
      ...(code !== undefined && { code }),
      ...(error && { error }),
    })),
  };
}
