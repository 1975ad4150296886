import { newId, type Scope } from "@tenant-ops/kit/data";
import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { WebhooksContext } from "../dependencies.js";
import { endpointsPath, getEndpointId, requireEndpoint } from "../endpoints/endpoint-routes.js";
import { refuseDisabled } from "../endpoints/endpoints.rules.js";
import { appendEvent } from "../events/events.store.js";
import { withScheduledDelivery } from "../lanes/with-scheduled-delivery.js";
import { toLogEntry } from "./deliveries.replies.js";
import { appendDelivery } from "./deliveries.store.js";

const noInput = z.strictObject({});
const pingType = "webhook.ping";

export function registerPingRoutes(app: FastifyInstance, context: WebhooksContext): void {
  app.post(`${endpointsPath}/:id/ping`, (request, reply) => ping(context, request, reply));
}

async function ping({ db, scheduler }: WebhooksContext, request: FastifyRequest, reply: FastifyReply) {
  const call = requireCall(request);
  const endpointId = getEndpointId(request);
  parseInput(noInput, request.body);
  refuseDisabled(await requireEndpoint(db.scope(call), endpointId));
  const lane = { endpointId, businessId: call.businessId, change: { resetRate: true } } as const;
  const entry = await withScheduledDelivery(scheduler, lane, () =>
    db.transaction(call, async (scope) => {
      refuseDisabled(await requireEndpoint(scope, endpointId));
      return toLogEntry(await appendPing(scope, endpointId));
    }),
  );
  setReplayedHeader(reply, call);
  return reply.status(202).send(entry);
}

async function appendPing(scope: Scope, endpointId: string) {
  const { businessId, now, call } = scope;
  const eventId = newId("evt");
  const envelope = { id: eventId, type: pingType, businessId, timestamp: now.toISOString(), data: { endpointId } };
  await appendEvent(scope, envelope, call.requestId);
  return appendDelivery(scope, { endpointId, eventId, event: pingType, trigger: "ping" });
}
