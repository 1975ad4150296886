import { defineService, type ServiceContext } from "@tenant-ops/kit/process";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { type Config, config } from "./config.js";
import { deliveryHttp } from "./deliveries/deliveries.http.js";
import { deliveryIndexes } from "./deliveries/deliveries.store.js";
import { parseSchedule } from "./deliveries/durations.rules.js";
import { endpointHttp } from "./endpoints/endpoints.http.js";
import { endpointIndexes } from "./endpoints/endpoints.store.js";
import { eventIndexes } from "./events/events.store.js";
import { eventListener } from "./deliveries/deliveries.listener.js";
import { laneIndexes } from "./lanes/lanes.store.js";
import { newNotices } from "./dispatch/endpoint-health.js";
import { partsOf } from "./parts.js";
import { recoveryIndexes } from "./deliveries/recoveries.store.js";
import { startSweeper } from "./dispatch/sweeper.js";
import { startWorker } from "./dispatch/worker.js";

/** The whole service on one page. */
export const webhooks = defineService({
  name: "webhooks",
  api: WebhooksService,
  config,
  indexes: {
    endpoints: endpointIndexes,
    events: eventIndexes,
    deliveries: deliveryIndexes,
    recoveries: recoveryIndexes,
  },
  // Who is due next is a question across all businesses; everything else is asked within one.
  shared: { lanes: laneIndexes },
  rpcs: () => ({}),
  http: (app, context) => {
    deliveryHttp(app, context, partsOf(context));
    endpointHttp(app, context, partsOf(context));
  },
  listeners: (context) => {
    const { WEBHOOK_EVENTS_SINCE: since } = context.config;
    return [eventListener(context.db, partsOf(context).waker, since ? new Date(since) : undefined)];
  },
  background: startDelivering,
});

function startDelivering(context: ServiceContext<Config>): () => Promise<void> {
  const { db, config: settings, logger } = context;
  const { lanes, waker, egress, metrics, keyring } = partsOf(context);
  const tools = {
    db,
    lanes,
    egress,
    notices: newNotices(db, waker, metrics),
    keyring,
    scheduleMs: parseSchedule(settings.WEBHOOK_RETRY_SCHEDULE),
    leaseMs: settings.WEBHOOK_LEASE_MS,
    logger,
    metrics,
  };
  const worker = startWorker(tools, waker, settings.WEBHOOK_LANES);
  const stopSweeping = startSweeper(db, lanes, waker, settings.WEBHOOK_SWEEP_MS, logger);
  return async () => {
    stopSweeping();
    await worker.stop();
    await egress.close();
  };
}
