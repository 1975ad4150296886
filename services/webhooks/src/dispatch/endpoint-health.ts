import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, newId, type Scope } from "@tenant-ops/kit/data";
import type { JsonObject } from "@bufbuild/protobuf";
import { appendDelivery } from "../deliveries/deliveries.store.js";
import { judgeHealth } from "../endpoints/endpoints.rules.js";
import { disableIfEnabled, type Endpoint, listEndpoints, noteWarning } from "../endpoints/endpoints.store.js";
import { appendEvent } from "../events/events.store.js";
import type { WebhookMetrics } from "../metrics.js";
import type { Waker } from "../lanes/scheduler.js";

/** What an endpoint's behaviour leads to: a warning, or the end of deliveries to it. */
export interface Notices {
  /** After its attempts were counted. */
  judge(businessId: string, endpoint: Endpoint): Promise<void>;
  /** It answered 410: it asks for nothing more. */
  gone(businessId: string, endpointId: string): Promise<void>;
}

export function newNotices(db: Database, waker: Waker, metrics: WebhookMetrics): Notices {
  async function disable(businessId: string, endpointId: string, reason: "gone" | "failing"): Promise<void> {
    const told = await db.transaction(createSystemCall(businessId, "webhook disable"), async (scope) => {
      if (!(await disableIfEnabled(scope, endpointId, reason))) return undefined;
      return tellOthers(scope, endpointId, "webhook.endpoint.disabled", { endpointId, reason });
    });
    if (!told) return;
    metrics.disabled.inc({ reason });
    await wake(businessId, told);
  }

  async function warn(businessId: string, { _id: endpointId, stats }: Endpoint): Promise<void> {
    const told = await db.transaction(createSystemCall(businessId, "webhook warning"), async (scope) => {
      if (!(await noteWarning(scope, endpointId))) return [];
      const failingSince = (stats.failingSince ?? scope.now).toISOString();
      return tellOthers(scope, endpointId, "webhook.endpoint.failing", {
        endpointId,
        failures: stats.failures,
        failingSince,
      });
    });
    await wake(businessId, told);
  }

  const wake = (businessId: string, endpointIds: readonly string[]) =>
    waker.wake(endpointIds.map((endpointId) => ({ endpointId, businessId, at: new Date() })));

  return {
    async judge(businessId, endpoint) {
      const verdict = endpoint.status === "enabled" ? judgeHealth(endpoint.stats, new Date()) : "fine";
      if (verdict === "warn") await warn(businessId, endpoint);
      if (verdict === "disable") await disable(businessId, endpoint._id, "failing");
    },
    gone: (businessId, endpointId) => disable(businessId, endpointId, "gone"),
  };
}

/** Through every other endpoint that works, whatever it subscribed to: this is about the house's own wiring. */
async function tellOthers(scope: Scope, endpointId: string, type: string, data: JsonObject): Promise<string[]> {
  const others = (await listEndpoints(scope)).filter(({ _id, status }) => _id !== endpointId && status === "enabled");
  if (others.length === 0) return [];
  const id = newId("evt");
  const { businessId, now, call } = scope;
  await appendEvent(scope, { id, type, businessId, timestamp: now.toISOString(), data }, call.requestId);
  for (const other of others)
    await appendDelivery(scope, { endpointId: other._id, eventId: id, event: type, trigger: "notice" });
  return others.map(({ _id }) => _id);
}
