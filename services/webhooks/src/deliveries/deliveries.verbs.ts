import { newId } from "@tenant-ops/kit/data";
import { requireEnabled } from "../endpoints/endpoints.rules.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { appendEvent } from "../events/events.store.js";
import { defineLaneVerb } from "../lanes/transact-with-lane.js";
import { planRedelivery, requireDelivery } from "./deliveries.rules.js";
import { appendDelivery, findDelivery } from "./deliveries.store.js";
import { planRecovery } from "./recoveries.rules.js";
import { insertRecovery } from "./recoveries.store.js";

const pingType = "webhook.ping";

/** Sends a test event to one endpoint. */
export const pingEndpoint = defineLaneVerb(() => ({
  load: (scope, { id }: { id: string }) => findEndpoint(scope, id),
  plan: ({ id }, found) => requireEnabled(found, id),
  lane: ({ id }) => ({ endpointId: id, change: { resetRate: true } }),
  async write(scope, { _id: endpointId }) {
    const { businessId, now, call } = scope;
    const eventId = newId("evt");
    const envelope = { id: eventId, type: pingType, businessId, timestamp: now.toISOString(), data: { endpointId } };
    await appendEvent(scope, envelope, call.requestId);
    return appendDelivery(scope, { endpointId, eventId, event: pingType, trigger: "ping" });
  },
}));

/** Sends the event of a delivery again. */
export const redeliver = defineLaneVerb(() => ({
  async load(scope, { traceId }: { traceId: string }) {
    const delivery = requireDelivery(await findDelivery(scope, traceId), traceId);
    return { delivery, endpoint: await findEndpoint(scope, delivery.endpointId) };
  },
  plan: (_, { delivery, endpoint }) => planRedelivery(delivery, endpoint),
  lane: (_, { endpointId }) => ({ endpointId }),
  write: (scope, planned) => appendDelivery(scope, { ...planned, nonce: newId("rdl") }),
}));

/** Sends the failed deliveries of an endpoint again. `recover-deliveries.ts` carries it out, step by step. */
export const startRecovery = defineLaneVerb(() => ({
  load: async (scope, { endpointId }) => ({ endpoint: await findEndpoint(scope, endpointId), now: scope.now }),
  plan: planRecovery,
  lane: ({ endpointId }) => ({ endpointId, change: { recovery: true, resetRate: true } }),
  write: insertRecovery,
}));
