import { type Page, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { invalid, notFound } from "@tenant-ops/kit/errors";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { ListDeliveriesRequest } from "@tenant-ops/proto/webhooks";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { isEventType } from "../events/catalogue.js";
import { type DeliveryFilter, hasDeliveries, listDeliveries } from "./deliveries.store.js";
import { type Delivery, isDeliveryStatus } from "./deliveries.types.js";

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

type Request = FieldsOf<ListDeliveriesRequest>;

/** A page of the log for the tool and the route, which have the same filters; an empty filter does not filter. */
export async function findDeliveryPage(scope: Scope, request: Request): Promise<Page<Delivery>> {
  const { limit, cursor, dateFrom, dateTo } = request;
  const range = parseDateRange(dateFrom, dateTo, scope.call.timeZone);
  const filter = toFilter(request);
  if (filter.endpointId) await requireKnownEndpoint(scope, filter.endpointId);
  return listDeliveries(scope, filter, range, { limit, cursor });
}

/** @throws Refusal invalid_argument for an event type that does not exist */
function toFilter({ status, event, endpointId }: Request): DeliveryFilter {
  if (event && !isEventType(event))
    throw invalid("event", "is no event type; GET /v1/public/webhooks/events lists them.");
  return {
    ...(isDeliveryStatus(status) && { status }),
    ...(event && { event }),
    ...(endpointId && { endpointId }),
  };
}

/** The log of a deleted endpoint can still be read. @throws Refusal webhook_endpoint_not_found */
async function requireKnownEndpoint(scope: Scope, endpointId: string): Promise<void> {
  if ((await findEndpoint(scope, endpointId)) || (await hasDeliveries(scope, endpointId))) return;
  throw notFound("webhook_endpoint", endpointId, { listWith: "webhooks_list_endpoints" });
}
