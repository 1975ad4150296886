import type { JsonObject } from "@bufbuild/protobuf";
import { type Database, newId, type Scope } from "@tenant-ops/kit/data";
import { createSystemCall } from "@tenant-ops/kit/call";
import { appendDelivery } from "../deliveries/deliveries.store.js";
import { listEndpoints } from "../endpoints/endpoints.store.js";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import { decideHealthAction } from "../endpoints/health.rules.js";
import { disableIfEnabled, markWarned } from "../endpoints/health.store.js";
import { appendEvent } from "../events/events.store.js";
import type { Scheduler } from "../lanes/scheduler.js";
import { type ScheduleLane, transactWithLane } from "../lanes/transact-with-lane.js";
import type { WebhookMetrics } from "../metrics.js";

/** Warns of endpoints that fail, and disables them. */
export interface EndpointHealth {
  /** @param endpoint with up-to-date stats */
  check(businessId: string, endpoint: Endpoint): Promise<void>;
  /** Disables an endpoint that answered 410. */
  disableGone(businessId: string, endpointId: string): Promise<void>;
}

export function createEndpointHealth(db: Database, scheduler: Scheduler, metrics: WebhookMetrics): EndpointHealth {
  async function disable(businessId: string, endpointId: string, reason: "gone" | "failing"): Promise<void> {
    const call = createSystemCall(businessId, "webhook disable");
    const isDisabled = await transactWithLane({ db, scheduler }, call, async (scope, scheduleLane) => {
      if (!(await disableIfEnabled(scope, endpointId, reason))) return false;
      await appendSystemNotice(scope, scheduleLane, endpointId, "webhook.endpoint.disabled", { endpointId, reason });
      return true;
    });
    if (isDisabled) metrics.disabled.inc({ reason });
  }

  async function warn(businessId: string, { _id: endpointId, stats }: Endpoint): Promise<void> {
    const call = createSystemCall(businessId, "webhook warning");
    await transactWithLane({ db, scheduler }, call, async (scope, scheduleLane) => {
      if (!(await markWarned(scope, endpointId))) return;
      const failingSince = (stats.failingSince ?? scope.now).toISOString();
      const data = { endpointId, failures: stats.failures, failingSince };
      await appendSystemNotice(scope, scheduleLane, endpointId, "webhook.endpoint.failing", data);
    });
  }

  return {
    async check(businessId, endpoint) {
      const action = endpoint.status === "enabled" ? decideHealthAction(endpoint.stats, new Date()) : "none";
      if (action === "warn") await warn(businessId, endpoint);
      if (action === "disable") await disable(businessId, endpoint._id, "failing");
    },
    disableGone: (businessId, endpointId) => disable(businessId, endpointId, "gone"),
  };
}

/** Sends a system notice about an endpoint to all other enabled endpoints of the business, whatever they subscribed to. */
async function appendSystemNotice(
  scope: Scope,
  scheduleLane: ScheduleLane,
  aboutId: string,
  type: string,
  data: JsonObject,
): Promise<void> {
  const enabled = (await listEndpoints(scope)).filter(({ status }) => status === "enabled");
  const others = enabled.map(({ _id }) => _id).filter((id) => id !== aboutId);
  if (others.length === 0) return;
  const { businessId, now, call } = scope;
  const eventId = newId("evt");
  await appendEvent(scope, { id: eventId, type, businessId, timestamp: now.toISOString(), data }, call.requestId);
  for (const endpointId of others) {
    await appendDelivery(scope, { endpointId, eventId, event: type, trigger: "notice" });
    await scheduleLane(endpointId);
  }
}
