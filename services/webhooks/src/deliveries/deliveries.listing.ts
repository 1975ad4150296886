import { type Page, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { invalid, notFound } from "@tenant-ops/kit/errors";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { ListDeliveriesRequest } from "@tenant-ops/proto/webhooks";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { isEventType } from "../events/catalogue.js";
import { type DeliveryFilter, hasDeliveries, listDeliveries } from "./deliveries.store.js";
import { type Delivery, isDeliveryStatus } from "./deliveries.types.js";

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
