import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "./logger.js";
import { continueTrace } from "./traceparent.js";
import type { TracingConfig } from "./tracing-settings.js";
import type { Span, SpanStart, Tracer } from "./tracing.types.js";

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

/** A server or a consumer begins a new span id; inside a process the traceparent does not change. */
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
