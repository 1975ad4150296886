import { singleFlight } from "@tenant-ops/kit/concurrency";
import { type Bus, eventStream } from "@tenant-ops/kit/events";
import type { Metrics } from "@tenant-ops/kit/telemetry";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { LaneStore } from "./lanes/lanes.store.js";

export interface WebhookMetrics {
  attempts: Counter<"outcome">;
  attemptSeconds: Histogram;
  eventToDelivery: Histogram;
  fenced: Counter;
  disabled: Counter<"reason">;
}

/** No label holds a business or a URL. */
export function createWebhookMetrics(
  { registry }: Metrics,
  lanes: LaneStore,
  bus: Bus,
  consumer: string,
): WebhookMetrics {
  registerLaneGauges(registry, lanes);
  registerWaitingGauge(registry, bus, consumer);
  const registers = [registry];
  return {
    attempts: new Counter({
      name: "tenantops_webhook_attempts_total",
      help: "Attempts by outcome",
      labelNames: ["outcome"],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: "tenantops_webhook_attempt_seconds",
      help: "Seconds of one attempt",
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 16],
      registers,
    }),
    eventToDelivery: new Histogram({
      name: "tenantops_webhook_event_to_delivery_seconds",
      help: "Seconds from an event to its first 2xx, for deliveries that an event caused",
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600, 86_400],
      registers,
    }),
    fenced: new Counter({
      name: "tenantops_webhook_fenced_total",
      help: "Outcomes that came too late to count",
      registers,
    }),
    disabled: new Counter({
      name: "tenantops_webhook_disabled_total",
      help: "Endpoints that we disabled, by reason",
      labelNames: ["reason"],
      registers,
    }),
  };
}

function registerLaneGauges(registry: Registry, lanes: LaneStore): void {
  const states = new Gauge({
    name: "tenantops_webhook_lanes",
    help: "Endpoints by state: idle, waiting, due, leased, paused",
    labelNames: ["state"],
    registers: [registry],
    collect: () => update(),
  });
  const pending = new Gauge({
    name: "tenantops_webhook_pending",
    help: "Deliveries that wait, as of each lane's latest release",
    registers: [registry],
    collect: () => update(),
  });
  const oldest = new Gauge({
    name: "tenantops_webhook_oldest_due_seconds",
    help: "How late the latest lane is",
    registers: [registry],
    collect: () => update(),
  });
  // One query for the three gauges of a scrape. All of them wait for it; otherwise two would show the previous scrape.
  const update = singleFlight(async () => {
    const stats = await lanes.readStats().catch(() => undefined);
    if (!stats) return;
    for (const [state, count] of Object.entries(stats.states)) states.set({ state }, count);
    pending.set(stats.pending);
    oldest.set(stats.oldestDueMs / 1000);
  });
}

function registerWaitingGauge(registry: Registry, bus: Bus, consumer: string): void {
  const waiting = new Gauge({
    name: "tenantops_webhook_jetstream_waiting",
    help: "Events in JetStream that were not taken in yet",
    registers: [registry],
    async collect() {
      const info = await readConsumerInfo(bus, consumer).catch(() => undefined);
      if (info) waiting.set(info.num_pending + info.num_ack_pending);
    },
  });
}

async function readConsumerInfo(bus: Bus, consumer: string) {
  const manager = await bus.current()?.jetstreamManager();
  return manager?.consumers.info(eventStream, consumer);
}
