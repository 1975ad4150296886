import { type Bus, eventStream } from "@tenant-ops/kit/events";
import { createCollectedGauge, type Metrics } from "@tenant-ops/kit/telemetry";
import { Counter, Histogram, type Registry } from "prom-client";

export interface WebhookMetrics {
  attempts: Counter<"outcome">;
  attemptSeconds: Histogram;
  firstAttempt: Histogram;
  eventToDelivery: Histogram;
  fenced: Counter;
  disabled: Counter<"reason">;
}

/** No label holds a business or a URL. */
export function createWebhookMetrics({ registry }: Metrics, bus: Bus, consumer: string): WebhookMetrics {
  registerWaitingGauge(registry, bus, consumer);
  const registers = [registry];
  const attempts = new Counter({
    name: "tenantops_webhook_attempts_total",
    help: "Attempts by outcome",
    labelNames: ["outcome"],
    registers,
  });
  // Starts at 0: while nothing is delivered, the ratio of successes to attempts would have no value, and its alert could not fire.
  attempts.inc({ outcome: "delivered" }, 0);
  return {
    attempts,
    attemptSeconds: new Histogram({
      name: "tenantops_webhook_attempt_seconds",
      help: "Seconds of one attempt",
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 16],
      registers,
    }),
    firstAttempt: new Histogram({
      name: "tenantops_webhook_first_attempt_seconds",
      help: "Seconds from an event, or from the end of a pause of its receiver, to the begin of the first attempt, for deliveries that an event caused",
      buckets: [0.05, 0.25, 1, 2.5, 10, 60, 600, 3600, 86_400],
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

function registerWaitingGauge(registry: Registry, bus: Bus, consumer: string): void {
  const waiting = createCollectedGauge(registry, {
    name: "tenantops_webhook_jetstream_waiting",
    help: "Events in JetStream that were not taken in yet",
    async collect() {
      const info = await readConsumerInfo(bus, consumer);
      if (info) waiting.set(info.num_pending + info.num_ack_pending);
    },
  });
}

async function readConsumerInfo(bus: Bus, consumer: string) {
  const manager = await bus.current()?.jetstreamManager();
  return manager?.consumers.info(eventStream, consumer);
}
