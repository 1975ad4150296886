import { type Page, parseDateRange, type Scope, toListReply } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import { type ListDeliveriesRequest, WebhooksService } from "@tenant-ops/proto/webhooks";
import * as routes from "@tenant-ops/rest/webhooks";
import { webhookAudits } from "../audits.js";
import { requireEndpoint } from "../endpoints/endpoints.rules.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { isEventType } from "../events/catalogue.js";
import { type Delivery, isDeliveryStatus, requireDelivery } from "./deliveries.rules.js";
import { deliveryIndexes, findDelivery, hasDeliveries, listDeliveries } from "./deliveries.store.js";
import { pingEndpoint, redeliver } from "./deliveries.verbs.js";

const logLength = 20;

/** One event for one endpoint each. Workers (`dispatch`) send them. */
export const deliveries = defineNoun({
  api: WebhooksService,
  collections: {
    deliveries: {
      indexes: deliveryIndexes,
      retention: { kept: "days_after", field: "expireAt", days: 0 },
      personal: "Ids and outcomes.",
    },
  },
  audits: webhookAudits,
  verbs: { pingEndpoint, redeliver },

  rpcs: (_, { scope }) => ({
    listDeliveries: async (request, call) => toListReply(await findDeliveryPage(scope(call), request), toLogEntry),
    getDelivery: async ({ traceId }, call) =>
      toDeliveryReply(requireDelivery(await findDelivery(scope(call), traceId), traceId)),
  }),

  http(app, { pingEndpoint, redeliver }, { scope }) {
    bindRoute(app, routes.readWebhookLog, async ({ call, query: { cursor }, reply }) => {
      const { items, nextCursor } = await listDeliveries(scope(call), {}, {}, { limit: logLength, cursor });
      // The body is an array, which has no field for a cursor: RFC 8288.
      if (nextCursor) void reply.header("link", `<${routes.readWebhookLog.path}?cursor=${nextCursor}>; rel="next"`);
      return items.map(toLogEntry);
    });
    bindRoute(app, routes.listWebhookDeliveries, async ({ call, query }) => {
      const { status = "", event = "", endpointId = "", ...rest } = query;
      return toRestList(await findDeliveryPage(scope(call), { ...rest, status, event, endpointId }), toLogEntry);
    });
    bindRoute(app, routes.getWebhookDelivery, async ({ call, params: { traceId } }) =>
      toDeliveryReply(requireDelivery(await findDelivery(scope(call), traceId), traceId)),
    );
    bindRoute(app, routes.redeliverWebhook, async ({ call, params }) => toLogEntry(await redeliver(call, params)));
    bindRoute(app, routes.pingWebhookEndpoint, async ({ call, params }) =>
      toLogEntry(await pingEndpoint(call, params)),
    );
  },
});

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

/** A page of the log for the tool and the route, which have the same filters; an empty filter does not filter. */
async function findDeliveryPage(scope: Scope, request: FieldsOf<ListDeliveriesRequest>): Promise<Page<Delivery>> {
  const { status, event, endpointId, dateFrom, dateTo, limit, cursor } = request;
  const range = parseDateRange(dateFrom, dateTo, scope.call.timeZone);
  if (event && !isEventType(event))
    throw invalid("event", "is no event type; GET /v1/public/webhooks/events lists them.");
  // The log of a deleted endpoint can still be read.
  if (endpointId && !(await hasDeliveries(scope, endpointId)))
    requireEndpoint(await findEndpoint(scope, endpointId), endpointId);
  const filter = {
    ...(isDeliveryStatus(status) && { status }),
    ...(event && { event }),
    ...(endpointId && { endpointId }),
  };
  return listDeliveries(scope, filter, range, { limit, cursor });
}
