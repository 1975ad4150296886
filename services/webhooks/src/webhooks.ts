import { parseRetrySchedule } from "@tenant-ops/kit/egress";
import { createKeyring } from "@tenant-ops/kit/encryption";
import { defineService } from "@tenant-ops/kit/process";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { routes } from "@tenant-ops/rest";
import { webhookAudits } from "./audits.js";
import { config } from "./config.js";
import { countSources, createAnalytics, dailyCountHttp } from "./deliveries/daily-counts.js";
import { dataLife } from "./data-life.js";
import { deliveryHttp, pingHttp } from "./deliveries/deliveries.http.js";
import { deliveryRpcs } from "./deliveries/deliveries.rpc.js";
import { deliveryIndexes } from "./deliveries/deliveries.store.js";
import { createEventListener } from "./deliveries/events.listener.js";
import { recoveryHttp } from "./deliveries/recoveries.http.js";
import { recoveryIndexes } from "./deliveries/recoveries.store.js";
import { createDependencies, type WebhooksContext } from "./dependencies.js";
import { createAttemptWriter } from "./dispatch/attempt-writer.js";
import { createEndpointHealth } from "./dispatch/endpoint-health.js";
import { startSweeper } from "./dispatch/sweeper.js";
import { startWorker } from "./dispatch/worker.js";
import { storedSecrets } from "./endpoints/endpoint-secrets.js";
import { endpointHttp, endpointSecretHttp } from "./endpoints/endpoints.http.js";
import { endpointRpcs } from "./endpoints/endpoints.rpc.js";
import { endpointIndexes } from "./endpoints/endpoints.store.js";
import { eventIndexes } from "./events/events.store.js";
import { startLaneMetrics } from "./lanes/lane-metrics.js";
import { laneIndexes, lanesOfEndpoints } from "./lanes/lanes.store.js";
import { migrations } from "./migrations/migrations.js";
import { comparePublishedEvents } from "./outbox-audit.js";

/** Sends events to the endpoints of tenants. docs/webhooks.md describes how. */
export const webhooks = defineService({
  name: "webhooks",
  api: WebhooksService,
  config,
  life: dataLife,
  indexes: {
    endpoints: endpointIndexes,
    events: eventIndexes,
    deliveries: deliveryIndexes,
    recoveries: recoveryIndexes,
  },
  // Workers look for the next due lane across all businesses. Every other collection is read within one business.
  shared: { lanes: laneIndexes },
  sharedRecords: [lanesOfEndpoints],
  migrations,
  createsEventStream: true,
  audits: { records: webhookAudits, counts: countSources, compareOthers: comparePublishedEvents },
  analytics: createAnalytics,
  secretKeys: (settings) => ({
    setting: "WEBHOOK_SECRET_KEY",
    keyring: createKeyring(settings.WEBHOOK_SECRET_KEY),
    stored: storedSecrets,
    allowUnreadable: settings.ALLOW_UNREADABLE_SECRETS,
  }),
  setup: createDependencies,
  rpcs: ({ db }) => ({ ...endpointRpcs(db), ...deliveryRpcs(db) }),
  contract: routes,
  http: (app, context) => {
    deliveryHttp(app, context);
    endpointHttp(app, context);
    endpointSecretHttp(app, context);
    pingHttp(app, context);
    recoveryHttp(app, context);
    dailyCountHttp(app, context);
  },
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
