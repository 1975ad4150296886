import { newId, sliceToPage } from "@tenant-ops/kit/data";
import { refused } from "@tenant-ops/kit/errors";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEventTypes,
  readWebhookLog,
  redeliverWebhook,
} from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { describeCatalogue } from "../events/catalogue.js";
import { transactWithLane } from "../lanes/transact-with-lane.js";
import { findDeliveryPage } from "./deliveries.listing.js";
import { toDeliveryReply, toLogEntry } from "./deliveries.replies.js";
import { requireDelivery } from "./deliveries.rules.js";
import { appendDelivery, findDelivery, listDeliveries } from "./deliveries.store.js";

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
