import { newId, type Scope } from "@tenant-ops/kit/data";
import { bindRoute } from "@tenant-ops/kit/http";
import { pingWebhookEndpoint } from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { refuseDisabled, requireEndpoint } from "../endpoints/endpoints.rules.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { appendEvent } from "../events/events.store.js";
import { transactWithLane } from "../lanes/transact-with-lane.js";
import { toLogEntry } from "./deliveries.replies.js";
import { appendDelivery } from "./deliveries.store.js";

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
