import { randomBytes } from "node:crypto";
import { type Logger, pino } from "pino";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export type { Logger } from "pino";

/** One JSON line per finished piece of work. What could be a secret is cut out before it is written. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    messageKey: "msg",
    redact: { paths: secretPaths, censor: "[secret]" },
    formatters: { level: (label) => ({ level: label }) },
  });
}

const secretNames = [
  "key",
  "apiKey",
  "secret",
  "token",
  "authorization",
  "client_secret",
  "proposal_token",
  "password",
];
const secretPaths = secretNames.flatMap((name) => [name, `*.${name}`]);

export interface Metrics {
  registry: Registry;
  /** Labels: `rpc`, `code` (`ok` or an error code). */
  rpcSeconds: Histogram<"rpc" | "code">;
  /** Labels: `target` service, `rpc`, `code`. */
  clientSeconds: Histogram<"target" | "rpc" | "code">;
  /** Labels: `route` (its pattern), `method`, `status`. */
  httpSeconds: Histogram<"route" | "method" | "status">;
  /** The gateway's view of a tool. Labels: `tool`, `code`. */
  toolSeconds: Histogram<"tool" | "code">;
  inFlight: Gauge;
  rateLimited: Counter<"route">;
  authFailures: Counter<"route">;
  transactionRetries: Counter;
  orphanedTransactions: Counter;
  outboxPublished: Counter;
  eventsConsumed: Counter<"consumer" | "outcome">;
}

/** The metrics of one process, ready to be scraped from the admin port. No label ever carries a business or an id. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    rpcSeconds: new Histogram({
      name: "tenantops_rpc_seconds",
      help: "Seconds from the arrival of a gRPC call to its answer",
      labelNames: ["rpc", "code"],
      buckets,
      registers,
    }),
    clientSeconds: new Histogram({
      name: "tenantops_rpc_client_seconds",
      help: "Seconds a caller waited for a gRPC call, retries included",
      labelNames: ["target", "rpc", "code"],
      buckets,
      registers,
    }),
    httpSeconds: new Histogram({
      name: "tenantops_http_seconds",
      help: "Seconds from the arrival of an HTTP request to its answer",
      labelNames: ["route", "method", "status"],
      buckets,
      registers,
    }),
    toolSeconds: new Histogram({
      name: "tenantops_tool_seconds",
      help: "Seconds the gateway took for a tool call, by outcome: ok or an error code",
      labelNames: ["tool", "code"],
      buckets,
      registers,
    }),
    inFlight: new Gauge({
      name: "tenantops_in_flight",
      help: "Calls and requests that are being worked on",
      registers,
    }),
    rateLimited: new Counter({
      name: "tenantops_rate_limited_total",
      help: "Requests refused with 429, by route",
      labelNames: ["route"],
      registers,
    }),
    authFailures: new Counter({
      name: "tenantops_auth_failures_total",
      help: "Requests refused with 401, by route",
      labelNames: ["route"],
      registers,
    }),
    transactionRetries: new Counter({
      name: "tenantops_transaction_retries_total",
      help: "Transactions begun again after a conflict",
      registers,
    }),
    orphanedTransactions: new Counter({
      name: "tenantops_abandoned_transactions_total",
      help: "Transactions of dead processes that this one ended",
      registers,
    }),
    outboxPublished: new Counter({
      name: "tenantops_outbox_published_total",
      help: "Events that JetStream acknowledged",
      registers,
    }),
    eventsConsumed: new Counter({
      name: "tenantops_events_consumed_total",
      help: "Events taken from JetStream, by outcome: done, repeated, failed, parked",
      labelNames: ["consumer", "outcome"],
      registers,
    }),
  };
}

/**
 * The same trace with a new span, or a new trace when there is none to go on with.
 * @see https://www.w3.org/TR/trace-context/
 */
export function continueTrace(traceparent: string | undefined): string {
  const given = parseTraceparent(traceparent);
  const span = randomBytes(8).toString("hex");
  return given
    ? `00-${given.traceId}-${span}-${given.isSampled ? "01" : "00"}`
    : `00-${randomBytes(16).toString("hex")}-${span}-01`;
}

/** Undefined for anything that is not a traceparent. Of the flags only "sampled" is known. */
export function parseTraceparent(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.split("-")[1];
}
