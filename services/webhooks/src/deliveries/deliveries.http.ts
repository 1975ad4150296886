import { newId, type Scope, sliceToPage } from "@tenant-ops/kit/data";
import { refused } from "@tenant-ops/kit/errors";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEventTypes,
  pingWebhookEndpoint,
  readWebhookLog,
  redeliverWebhook,
} from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { refuseDisabled, requireEndpoint } from "../endpoints/endpoints.rules.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { describeCatalogue } from "../events/catalogue.js";
import { appendEvent } from "../events/events.store.js";
import { transactWithLane } from "../lanes/transact-with-lane.js";
import { findDeliveryPage, toDeliveryReply, toLogEntry } from "./deliveries.replies.js";
import { requireDelivery } from "./deliveries.rules.js";
import { appendDelivery, findDelivery, listDeliveries } from "./deliveries.store.js";

const pingType = "webhook.ping";

export function pingHttp(app: FastifyInstance, context: WebhooksContext): void {
  bindRoute(app, pingWebhookEndpoint, ({ call, params: { id } }) =>
    transactWithLane(context, call, async (scope, scheduleLane) => {
      refuseDisabled(requireEndpoint(await findEndpoint(scope, id), id));
      await scheduleLane(id, { resetRate: true });
      return toLogEntry(await appendPing(scope, id));
    }),
  );
}

async function appendPing(scope: Scope, endpointId: string) {
  const { businessId, now, call } = scope;
  const eventId = newId("evt");
  const envelope = { id: eventId, type: pingType, businessId, timestamp: now.toISOString(), data: { endpointId } };
  await appendEvent(scope, envelope, call.requestId);
  return appendDelivery(scope, { endpointId, eventId, event: pingType, trigger: "ping" });
}

const logLength = 20;

/** The delivery log, the catalogue of events, and repeating a delivery. */
export function deliveryHttp(app: FastifyInstance, context: WebhooksContext): void {
  const { db } = context;
  const eventTypes = describeCatalogue();

  bindRoute(app, readWebhookLog, async ({ call, query: { cursor }, reply }) => {
    const { items, nextCursor } = await listDeliveries(db.scope(call), {}, {}, { limit: logLength, cursor });
    // The body is an array, which has no field for a cursor: RFC 8288.
    if (nextCursor) void reply.header("link", `<${readWebhookLog.path}?cursor=${nextCursor}>; rel="next"`);
    return items.map(toLogEntry);
  });

  bindRoute(app, listWebhookDeliveries, async ({ call, query }) => {
    const { status = "", event = "", endpointId = "", ...rest } = query;
    return toRestList(await findDeliveryPage(db.scope(call), { ...rest, status, event, endpointId }), toLogEntry);
  });

  bindRoute(app, listWebhookEventTypes, async ({ query }) =>
    toRestList(sliceToPage("webhook event types", eventTypes, query), (entry) => entry),
  );

  bindRoute(app, getWebhookDelivery, async ({ call, params: { traceId } }) =>
    toDeliveryReply(requireDelivery(await findDelivery(db.scope(call), traceId), traceId)),
  );

  bindRoute(app, redeliverWebhook, ({ call, params: { traceId } }) =>
    transactWithLane(context, call, async (scope, scheduleLane) => {
      const { endpointId, eventId, event } = requireDelivery(await findDelivery(scope, traceId), traceId);
      if (!(await findEndpoint(scope, endpointId))) {
        throw refused(
          "webhook_endpoint_deleted",
          "The endpoint of this delivery was deleted; there is nowhere to send it.",
        );
      }
      await scheduleLane(endpointId);
      // A new delivery of the same event, so the receiver sees the same webhook-id.
      const again = { endpointId, eventId, event, trigger: "manual", redeliveryOf: traceId } as const;
      return toLogEntry(await appendDelivery(scope, { ...again, nonce: newId("rdl") }));
    }),
  );
}
