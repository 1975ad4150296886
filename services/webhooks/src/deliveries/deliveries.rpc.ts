import { type Database, parseDateRange, type Scope, toListReply } from "@tenant-ops/kit/data";
import { invalid, notFound } from "@tenant-ops/kit/errors";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { ListDeliveriesRequest, WebhooksService } from "@tenant-ops/proto/webhooks";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { isEventType } from "../events/catalogue.js";
import { toDeliveryReply, toLogEntry } from "./deliveries.replies.js";
import { type DeliveryFilter, findDelivery, hasDeliveries, listDeliveries } from "./deliveries.store.js";
import { isDeliveryStatus } from "./deliveries.types.js";

type DeliveryRpcs = Pick<RpcHandlers<typeof WebhooksService>, "listDeliveries" | "getDelivery">;

/** The webhook log for agents. Its replies are those of REST. */
export function deliveryRpcs(db: Database): DeliveryRpcs {
  return {
    async listDeliveries(request, call) {
      const scope = db.scope(call);
      const range = parseDateRange(request.dateFrom, request.dateTo, call.timeZone);
      const filter = toFilter(request);
      if (filter.endpointId) await requireKnownEndpoint(scope, filter.endpointId);
      const { limit, cursor } = request;
      return toListReply(await listDeliveries(scope, filter, range, { limit, cursor }), toLogEntry);
    },

    async getDelivery({ traceId }, call) {
      const delivery = await findDelivery(db.scope(call), traceId);
      if (!delivery) throw notFound("webhook_delivery", traceId, { listWith: "webhooks_list_deliveries" });
      return toDeliveryReply(delivery);
    },
  };
}

/** @throws Refusal invalid_argument for an event type that does not exist */
function toFilter({ status, event, endpointId }: ListDeliveriesRequest): DeliveryFilter {
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
