import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { singleFlight } from "../concurrency/single-flight.js";
import type { Bus } from "./bus.js";
import { setOrRemove } from "../telemetry/metrics.js";
import { eventStream, isStreamMissing } from "./event-stream.js";

const requestMs = 1000;

/**
 * Size of the event stream, asked from JetStream at each scrape. Every service reports the same stream: take the maximum. Without
 * an answer there is no value: a last one would hide that the stream grows.
 */
export function registerStreamMetrics(registry: Registry, bus: Bus, isDamaged: () => boolean): void {
  const collect = singleFlight(async () => {
    const info = await Promise.race([readStream(bus), sleep(requestMs, undefined, { ref: false })]).catch(
      () => undefined,
    );
    setOrRemove(unusable, info === undefined ? undefined : Number(info === "missing" || isDamaged()));
    const found = info === "missing" ? undefined : info;
    setOrRemove(bytes, found?.state.bytes);
    // -1 means unlimited.
    setOrRemove(maxBytes, found && found.config.max_bytes > 0 ? found.config.max_bytes : undefined);
  });
  const createGauge = (name: string, help: string) => {
    // A relay that is started again in the same process replaces the gauges of the previous one.
    registry.removeSingleMetric(name);
    return new Gauge({ name, help, registers: [registry], collect });
  };
  const bytes = createGauge("tenantops_stream_bytes", "Size of the event stream in JetStream");
  const unusable = createGauge(
    "tenantops_stream_unusable",
    "1 while NATS has no event stream, or its files are damaged and it refuses every event; no value: no answer",
  );
  const maxBytes = createGauge(
    "tenantops_stream_max_bytes",
    "Size at which JetStream refuses new events, which then wait in the outboxes; no value: no limit",
  );
}

async function readStream(bus: Bus) {
  const manager = await bus.current()?.jetstreamManager({ timeout: requestMs });
  return manager?.streams
    .info(eventStream)
    .catch((error: unknown) => (isStreamMissing(error) ? ("missing" as const) : undefined));
}
