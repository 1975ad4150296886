import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import { secret } from "../config/config.js";
import { continueTrace, type Logger } from "./telemetry.js";

/** Settings under the names that OpenTelemetry gave them; without an endpoint none of it is loaded. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("OTLP/HTTP collector that gets the traces, such as http://otel-collector:4318; no tracing without it"),
  OTEL_EXPORTER_OTLP_HEADERS: secret("Headers for the collector: name=value, comma-separated").optional(),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .default("")
    .describe("More attributes of every span's resource: name=value, comma-separated"),
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on")
    .describe("Which traces are recorded; `parentbased_…` does what the caller's traceparent says"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe("The share for `…traceidratio`: 0 to 1"),
};

export type TracingConfig = z.infer<z.ZodObject<typeof tracingSettings>>;

export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";

/** Ids and counts, never what a tenant wrote. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  /** Few different ones: no ids. */
  name: string;
  kind: SpanKind;
  /** W3C traceparent under which this happens; of a stranger's only a well-formed one counts. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
  /** Milliseconds since 1970, for what began before anybody knew where it belongs. */
  startedAt?: number;
}

export interface Span {
  /** What is caused by this goes on under it. */
  traceparent: string;
  end(outcome?: SpanEnd): void;
}

export interface SpanEnd {
  attributes?: SpanAttributes;
  /** The code of what failed by our fault or below us. A refusal is an answer, not an error. */
  error?: string | undefined;
}

export interface Tracer {
  start(span: SpanStart): Span;
  stop(): Promise<void>;
}

// One per process, like the environment that configures it: a span says which process it is from.
let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<string>();

/**
 * Switches tracing on if the settings name a collector.
 * @returns how to send what is left and stop; a collector that does not answer holds nobody up for long
 */
export async function startTracing(
  service: string,
  config: TracingConfig,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  // Only here: whoever does not trace does not load it.
  const { openTracer } = await import("./tracing-sdk.js");
  const opened = openTracer(service, config, logger);
  tracer = opened;
  return async () => {
    if (tracer === opened) tracer = undefined;
    await opened.stop();
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span. Without tracing it only carries the trace on, so that logs have their trace id either way. */
export function startSpan(span: SpanStart): Span {
  return tracer?.start(span) ?? { traceparent: traceparentWithout(span), end: () => undefined };
}

/** Work comes in with any traceparent or none; further inside there is one, and it stays as it is. */
function traceparentWithout({ kind, parent }: SpanStart): string {
  return parent && kind !== "server" && kind !== "consumer" ? parent : continueTrace(parent);
}

/** Runs `work`; the database commands it sends belong to this span. */
export function withinSpan<T>(traceparent: string | undefined, work: () => T): T {
  return tracer && traceparent ? current.run(traceparent, work) : work();
}

export function currentTraceparent(): string | undefined {
  return current.getStore();
}
