import { setTimeout as sleep } from "node:timers/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

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

/**
 * One exposition of several registries that may have metrics of the same name with different labels. Prometheus reads a metric only when all of its
 * lines are adjacent.
 */
export function mergeMetrics(expositions: readonly string[]): string {
  const groups = new Map<string, { comments: string[]; samples: string[] }>();
  let group = { comments: [] as string[], samples: [] as string[] };
  for (const line of expositions.flatMap((text) => text.split("\n"))) {
    const [, keyword, name = ""] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
    if (keyword === "HELP") {
      group = groups.get(name) ?? { comments: [], samples: [] };
      groups.set(name, group);
    }
    if (keyword === undefined) group.samples.push(line);
    else if (!group.comments.includes(line)) group.comments.push(line);
  }
  const lines = [...groups.values()].flatMap(({ comments, samples }) => [...comments, ...samples]);
  return `${lines.filter((line) => line !== "").join("\n")}\n`;
}

/** What became of an event that a listener received. */
export const eventOutcomes = ["processed", "duplicate", "outdated", "ignored", "failed", "dead_lettered"] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

export interface Metrics extends Durations, Counters {
  registry: Registry;
  inFlight: Gauge;
}

interface Durations {
  /** Labels: `rpc`, `code` (`ok` or an error code). */
  rpcSeconds: Histogram<"rpc" | "code">;
  /** Labels: `target` service, `rpc`, `code`. */
  clientSeconds: Histogram<"target" | "rpc" | "code">;
  /** Labels: `route` (its pattern), `method`, `status`. */
  httpSeconds: Histogram<"route" | "method" | "status">;
  /** Tool calls as the gateway measures them. Labels: `tool`, `code`. */
  toolSeconds: Histogram<"tool" | "code">;
  /** From an event to the end of its first successful processing. */
  eventLagSeconds: Histogram<"consumer">;
}

interface Counters {
  rateLimited: Counter<"route">;
  authFailures: Counter<"route">;
  transactionRetries: Counter;
  orphanedTransactions: Counter;
  tenancyRefusals: Counter;
  outboxPublished: Counter;
  eventsConsumed: Counter<"consumer" | "outcome">;
}

/** Node's metrics of the process: memory, CPU, event loop. Once per process, for any number of services. */
export function createProcessRegistry(name: string): Registry {
  const registry = createRegistry(name);
  collectDefaultMetrics({ register: registry });
  return registry;
}

function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  return registry;
}

/** The metrics of the gateway or of a service, for `/metrics` on the admin port. No label carries a business or an id. */
export function createMetrics(service: string): Metrics {
  const registry = createRegistry(service);
  return {
    registry,
    inFlight: new Gauge({
      name: "tenantops_in_flight",
      help: "Calls and requests that are being worked on",
      registers: [registry],
    }),
    ...createDurations(registry),
    ...createCounters(registry),
  };
}

function createDurations(registry: Registry): Durations {
  const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram<Label>({ name, help, labelNames, buckets, registers: [registry] });
  return {
    rpcSeconds: histogram("tenantops_rpc_seconds", "Seconds from the arrival of a gRPC call to its answer", [
      "rpc",
      "code",
    ]),
    clientSeconds: histogram(
      "tenantops_rpc_client_seconds",
      "Seconds a caller waited for a gRPC call, retries included",
      ["target", "rpc", "code"],
    ),
    httpSeconds: histogram("tenantops_http_seconds", "Seconds from the arrival of an HTTP request to its answer", [
      "route",
      "method",
      "status",
    ]),
    toolSeconds: histogram(
      "tenantops_tool_seconds",
      "Seconds the gateway took for a tool call, by outcome: ok or an error code",
      ["tool", "code"],
    ),
    eventLagSeconds: new Histogram({
      name: "tenantops_event_lag_seconds",
      help: "Seconds from an event to the end of its processing, for events that were processed",
      labelNames: ["consumer"],
      buckets: [0.05, 0.25, 1, 2.5, 10, 60, 600, 3600, 86_400],
      registers: [registry],
    }),
  };
}

function createCounters(registry: Registry): Counters {
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter<Label>({ name, help, labelNames, registers: [registry] });
  return {
    rateLimited: counter("tenantops_rate_limited_total", "Requests refused with 429, by route", ["route"]),
    authFailures: counter("tenantops_auth_failures_total", "Requests refused with 401, by route", ["route"]),
    transactionRetries: counter("tenantops_transaction_retries_total", "Transactions begun again after a conflict"),
    orphanedTransactions: counter(
      "tenantops_abandoned_transactions_total",
      "Transactions of dead processes that this one ended",
    ),
    tenancyRefusals: counter(
      "tenantops_tenancy_refusals_total",
      "Database operations that named no business and were refused",
    ),
    outboxPublished: counter("tenantops_outbox_published_total", "Events that JetStream acknowledged"),
    eventsConsumed: counter(
      "tenantops_events_consumed_total",
      `Events taken from JetStream, by outcome: ${eventOutcomes.join(", ")}`,
      ["consumer", "outcome"],
    ),
  };
}
