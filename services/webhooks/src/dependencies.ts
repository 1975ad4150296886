import { createKeyring, type Keyring } from "@tenant-ops/kit/encryption";
import type { ServiceContext } from "@tenant-ops/kit/process";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { Config } from "./config.js";
import { type Cidr, createEgressClient, type EgressClient, parseCidrs, type UrlRules } from "@tenant-ops/kit/egress";
import { createDeliveryCounter, type DeliveryCounter } from "./deliveries/delivery-counter.js";
import { createHandOver, type HandOver } from "./deliveries/hand-over.js";
import { createRecentEvents, getConsumerName, type RecentEvents } from "./events/recent-events.js";
import { LaneStore, type StoredLane } from "./lanes/lanes.store.js";
import { createScheduler, type Scheduler } from "./lanes/scheduler.js";
import { createWebhookMetrics, type WebhookMetrics } from "./metrics.js";

/** What the routes, the listener and the worker of one process share. */
export interface Dependencies {
  urlRules: UrlRules;
  keyring: Keyring;
  lanes: LaneStore;
  scheduler: Scheduler;
  deliveries: HandOver;
  egress: EgressClient;
  deliveryCounter: DeliveryCounter;
  recentEvents: RecentEvents;
  webhookMetrics: WebhookMetrics;
}

export type WebhooksContext = ServiceContext<Config> & Dependencies;

export function createDependencies({ db, bus, config, metrics, logger }: ServiceContext<Config>): Dependencies {
  const { WEBHOOK_ALLOW_HTTP: allowHttp, WEBHOOK_DNS_SERVERS: dnsServers } = config;
  const allowed = parseCidrs(config.WEBHOOK_EGRESS_ALLOW);
  warnOfDevelopmentSettings(logger, allowHttp, allowed);
  const urlRules = { allowHttp, allowed };
  const lanes = new LaneStore(db.shared<StoredLane>("lanes"), config.WEBHOOK_LEASE_MS);
  const scheduler = createScheduler(lanes);
  return {
    urlRules,
    keyring: createKeyring(config.WEBHOOK_SECRET_KEY),
    lanes,
    scheduler,
    deliveries: createHandOver(scheduler),
    egress: createEgressClient({
      ...urlRules,
      timeoutMs: config.WEBHOOK_ATTEMPT_MS,
      ...(dnsServers && { dnsServers: dnsServers.split(",").map((server) => server.trim()) }),
    }),
    deliveryCounter: createDeliveryCounter(db, logger),
    recentEvents: createRecentEvents(),
    webhookMetrics: createWebhookMetrics(metrics, bus, getConsumerName(db)),
  };
}

function warnOfDevelopmentSettings(logger: Logger, allowHttp: boolean, allowed: readonly Cidr[]): void {
  if (!allowHttp && allowed.length === 0) return;
  const networks = allowed.map(([address, bits]) => `${address.toString()}/${bits}`);
  logger.warn({ allowHttp, networks }, "development settings are on: webhooks may use http or private addresses");
}
