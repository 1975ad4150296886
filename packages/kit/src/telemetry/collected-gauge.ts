import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";

/** How long a scrape waits for the value of a gauge. */
export const collectMs = 1000;

interface CollectedGauge {
  name: string;
  help: string;
  collect: () => void | Promise<void>;
}

/** A gauge that is set when it is scraped. After a failure or a time-out it keeps its last value, and the scrape succeeds. */
export function createCollectedGauge(registry: Registry, { name, help, collect }: CollectedGauge): Gauge {
  // A part that is started again in the same process replaces the gauges of the previous one.
  registry.removeSingleMetric(name);
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const collecting = Promise.resolve().then(collect);
      await Promise.race([collecting, sleep(collectMs, undefined, { ref: false })]).catch(() => undefined);
      collecting.catch(() => undefined);
    },
  });
}

export const setOrRemove = (gauge: Gauge, value: number | undefined) =>
  value === undefined ? gauge.remove() : gauge.set(value);
