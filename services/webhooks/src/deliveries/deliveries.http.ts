import { newId } from "@tenant-ops/kit/data";
import { notFound, refused } from "@tenant-ops/kit/errors";
import { requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { ServiceContext } from "@tenant-ops/kit/process";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { describeCatalogue } from "../events/catalogue.js";
import type { Config } from "../config.js";
import { appendDelivery, findDelivery, listLog, toDetails, toLogEntry } from "./deliveries.store.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import type { Parts } from "../parts.js";
import { sendSoon } from "../lanes/scheduled-delivery.js";

const path = "/v1/public/webhooks";

/** The log of deliveries, and sending one of them again. */
export function deliveryHttp(app: FastifyInstance, { db }: ServiceContext<Config>, { waker }: Parts): void {
  app.get(path, async (request) => (await listLog(db.scope(requireCall(request)))).map(toLogEntry));

  app.get(`${path}/events`, async (request) => {
    requireCall(request);
    return { items: describeCatalogue() };
  });

  app.get(`${path}/:traceId`, async (request) => {
    const id = traceIdOf(request);
    const delivery = await findDelivery(db.scope(requireCall(request)), id);
    if (!delivery) throw notFound("webhook_delivery", id);
    return toDetails(delivery);
  });

  app.post(`${path}/:traceId/redeliver`, async (request, reply) => {
    const call = requireCall(request);
    const id = traceIdOf(request);
    const original = await findDelivery(db.scope(call), id);
    if (!original) throw notFound("webhook_delivery", id);
    const { endpointId, eventId, event } = original;
    const answer = await sendSoon(waker, call.businessId, endpointId, {}, () =>
      db.transaction(call, async (scope) => {
        if (!(await findEndpoint(scope, endpointId))) {
          throw refused(
            "webhook_endpoint_deleted",
            "The endpoint of this delivery was deleted; there is nowhere to send it.",
          );
        }
        // Another delivery of the same event: the receiver sees the webhook-id it knows.
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
    return reply.status(202).send(answer);
  });
}

function traceIdOf(request: FastifyRequest): string {
  return (request.params as { traceId: string }).traceId;
}
