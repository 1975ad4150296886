import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";
import { secret } from "../config/config.js";
import type { Logger } from "./logger.js";
import { continueTrace } from "./traceparent.js";

/** Settings under the names of the OpenTelemetry specification. Without an endpoint the SDK is not loaded. */
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

/** Ids and counts; never text that a tenant wrote. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  /** Of low cardinality: no ids in it. */
  name: string;
  kind: SpanKind;
  /** W3C traceparent of the parent span. A malformed one is ignored. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
  /** Milliseconds since 1970, when the work began before its parent was known. */
  startedAt?: number;
}

export interface Span {
  /** The parent for everything that this span causes. */
  traceparent: string;
  end(outcome?: SpanEnd): void;
}

export interface SpanEnd {
  attributes?: SpanAttributes;
  /** The code of a failure of ours or of a lower layer. A refusal is an answer, not an error. */
  error?: string | undefined;
}

export interface Tracer {
  start(span: SpanStart): Span;
  stop(): Promise<void>;
}

// One tracer per process, because the environment configures it and a span names its process.
let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<string>();

/**
 * Switches tracing on if the settings name a collector.
 * @returns how to stop: sends the remaining spans, for at most three seconds
 */
export async function startTracing(
  service: string,
  config: TracingConfig,
  logger: Logger,
): Promise<() => Promise<void>> {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  // A dynamic import: processes without a collector do not load the SDK.
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

/** Begins a span. Without tracing only the traceparent is continued, so that log lines have their trace id either way. */
export function startSpan(span: SpanStart): Span {
  return tracer?.start(span) ?? { traceparent: continueWithoutTracer(span), end: () => undefined };
}

/** A server or a consumer begins a span id of its own; inside a process the traceparent stays as it is. */
function continueWithoutTracer({ kind, parent }: SpanStart): string {
  return parent && kind !== "server" && kind !== "consumer" ? parent : continueTrace(parent);
}

/** Runs `work` with `traceparent` as the parent of the database commands that it sends. */
export function withinSpan<T>(traceparent: string | undefined, work: () => T): T {
  return tracer && traceparent ? current.run(traceparent, work) : work();
}

export function getCurrentTraceparent(): string | undefined {
  return current.getStore();
}
