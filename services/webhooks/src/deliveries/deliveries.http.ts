import { newId } from "@tenant-ops/kit/data";
import { notFound, refused } from "@tenant-ops/kit/errors";
import { requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { describeCatalogue } from "../events/catalogue.js";
import { withScheduledDelivery } from "../lanes/with-scheduled-delivery.js";
import { toDeliveryReply, toLogEntry } from "./deliveries.replies.js";
import { appendDelivery, findDelivery, listLog } from "./deliveries.store.js";

const path = "/v1/public/webhooks";

/** The delivery log, the catalogue of events, and repeating a delivery. */
export function registerDeliveryRoutes(app: FastifyInstance, context: WebhooksContext): void {
  app.get(path, (request) => readLog(context, request));
  app.get(`${path}/events`, async (request) => {
    requireCall(request);
    return { items: describeCatalogue() };
  });
  app.get(`${path}/:traceId`, (request) => getOne(context, request));
  app.post(`${path}/:traceId/redeliver`, (request, reply) => redeliver(context, request, reply));
}

async function readLog({ db }: WebhooksContext, request: FastifyRequest) {
  return (await listLog(db.scope(requireCall(request)))).map(toLogEntry);
}

async function getOne({ db }: WebhooksContext, request: FastifyRequest) {
  const id = getTraceId(request);
  const delivery = await findDelivery(db.scope(requireCall(request)), id);
  if (!delivery) throw notFound("webhook_delivery", id);
  return toDeliveryReply(delivery);
}

async function redeliver({ db, scheduler }: WebhooksContext, request: FastifyRequest, reply: FastifyReply) {
  const call = requireCall(request);
  const id = getTraceId(request);
  const original = await findDelivery(db.scope(call), id);
  if (!original) throw notFound("webhook_delivery", id);
  const { endpointId, eventId, event } = original;
  const entry = await withScheduledDelivery(scheduler, { endpointId, businessId: call.businessId }, () =>
    db.transaction(call, async (scope) => {
      if (!(await findEndpoint(scope, endpointId))) {
        throw refused(
          "webhook_endpoint_deleted",
          "The endpoint of this delivery was deleted; there is nowhere to send it.",
        );
      }
      // A new delivery of the same event, so the receiver sees the same webhook-id.
      const again = await appendDelivery(scope, {
        endpointId,
        eventId,
        event,
        trigger: "manual",
        redeliveryOf: id,
        nonce: newId("rdl"),
      });
      return toLogEntry(again);
    }),
  );
  setReplayedHeader(reply, call);
  return reply.status(202).send(entry);
}

function getTraceId(request: FastifyRequest): string {
  return (request.params as { traceId: string }).traceId;
}
