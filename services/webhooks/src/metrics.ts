import { type Bus, eventStream } from "@tenant-ops/kit/events";
import type { Metrics } from "@tenant-ops/kit/telemetry";
import { Counter, Gauge, Histogram } from "prom-client";
import type { Lanes } from "./lanes/lanes.store.js";

export interface WebhookMetrics {
  attempts: Counter<"outcome">;
  attemptSeconds: Histogram;
  eventToDelivery: Histogram;
  fenced: Counter;
  disabled: Counter<"reason">;
}

/** No label carries a business or a URL. */
export function webhookMetrics({ registry }: Metrics, lanes: Lanes, bus: Bus, consumer: string): WebhookMetrics {
  const registers = [registry];
  let asked: Promise<void> | undefined;
  // Three gauges, one question: all wait for its answer, or two of them would show that of the scrape before.
  const ask = () => (asked ??= answer().finally(() => (asked = undefined)));
  const answer = async () => {
    const census = await lanes.census().catch(() => undefined);
    if (!census) return;
    for (const [state, count] of Object.entries(census.states)) states.set({ state }, count);
    pending.set(census.pending);
    oldest.set(census.oldestDueMs / 1000);
  };
  const states = new Gauge({
    name: "tenantops_webhook_lanes",
    help: "Endpoints by state: idle, waiting, due, leased, parked",
    labelNames: ["state"],
    registers,
    collect: ask,
  });
  const pending = new Gauge({
    name: "tenantops_webhook_pending",
    help: "Deliveries that wait, as of each lane's latest release",
    registers,
    collect: ask,
  });
  const oldest = new Gauge({
    name: "tenantops_webhook_oldest_due_seconds",
    help: "How late the latest lane is",
    registers,
    collect: ask,
  });
  const waiting = new Gauge({
    name: "tenantops_webhook_jetstream_waiting",
    help: "Events in JetStream that were not taken in yet",
    registers,
    async collect() {
      const info = await consumerInfo(bus, consumer).catch(() => undefined);
      if (info) waiting.set(info.num_pending + info.num_ack_pending);
    },
  });
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

async function consumerInfo(bus: Bus, consumer: string) {
  const manager = await bus.current()?.jetstreamManager();
  return manager?.consumers.info(eventStream, consumer);
}
