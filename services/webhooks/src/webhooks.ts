import { parseRetrySchedule } from "@tenant-ops/kit/egress";
import { createKeyring } from "@tenant-ops/kit/encryption";
import { defineService } from "@tenant-ops/kit/process";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import requests from "@tenant-ops/rest/requests.json" with { type: "json" };
import { config } from "./config.js";
import { createAnalytics, dailyCounts } from "./deliveries/daily-counts.js";
import { deliveries } from "./deliveries/deliveries.noun.js";
import { createEventListener } from "./deliveries/events.listener.js";
import { recoveries } from "./deliveries/recoveries.noun.js";
import { createDependencies, type WebhooksContext } from "./dependencies.js";
import { createAttemptWriter } from "./dispatch/attempt-writer.js";
import { createEndpointHealth } from "./dispatch/endpoint-health.js";
import { startSweeper } from "./dispatch/sweeper.js";
import { startWorker } from "./dispatch/worker.js";
import { endpoints } from "./endpoints/endpoints.noun.js";
import { storedSecrets } from "./endpoints/endpoints.store.js";
import { eraseEvents } from "./events/erase-events.js";
import { events } from "./events/events.noun.js";
import { startLaneMetrics } from "./lanes/lane-metrics.js";
import { lanes } from "./lanes/lanes.noun.js";
import { migrations } from "./migrations/migrations.js";
import { comparePublishedEvents } from "./outbox-audit.js";

/** Sends events to the endpoints of tenants. docs/webhooks.md describes how. */
export const webhooks = defineService({
  name: "webhooks",
  api: WebhooksService,
  config,
  migrations,
  requests,
  nouns: [endpoints, events, deliveries, recoveries, lanes, dailyCounts],
  life: { erasureSteps: [eraseEvents] },
  createsEventStream: true,
  audits: { compareOthers: comparePublishedEvents },
  analytics: createAnalytics,
  secretKeys: (settings) => ({
    setting: "WEBHOOK_SECRET_KEY",
    keyring: createKeyring(settings.WEBHOOK_SECRET_KEY),
    stored: storedSecrets,
    allowUnreadable: settings.ALLOW_UNREADABLE_SECRETS,
  }),
  setup: createDependencies,
  listeners: (context) => {
    const { WEBHOOK_EVENTS_SINCE: since } = context.config;
    return [createEventListener(context, since ? new Date(since) : undefined)];
  },
  background: startDispatch,
});

function startDispatch(context: WebhooksContext): () => Promise<void> {
  const { db, scheduler, egress, deliveryCounter, webhookMetrics: metrics, config: settings } = context;
  const laneContext = {
    ...context,
    metrics,
    attempts: createAttemptWriter(db, (fenced) => metrics.fenced.inc(fenced)),
    health: createEndpointHealth(db, scheduler, metrics),
    retryScheduleMs: parseRetrySchedule(settings.WEBHOOK_RETRY_SCHEDULE),
    leaseMs: settings.WEBHOOK_LEASE_MS,
  };
  const stopWorker = startWorker(laneContext, scheduler, settings.WEBHOOK_LANES);
  const stopSweeper = startSweeper(context, settings.WEBHOOK_SWEEP_MS);
  const stopLaneMetrics = startLaneMetrics(context);
  return async () => {
    // Stopped at the same time: the sweeper may wait for the database, and the worker must not claim a lane in the meantime.
    await Promise.all([stopSweeper(), stopWorker(), stopLaneMetrics()]);
    deliveryCounter.stop();
    await egress.close();
  };
}
