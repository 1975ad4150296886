// The only file that loads the OpenTelemetry SDK. It is imported only when a collector is configured. See docs/telemetry.md.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "./logger.js";
import { parseTraceparent } from "./traceparent.js";
import type { TracingConfig } from "./tracing-settings.js";
import type { Span, SpanStart, Tracer } from "./tracing.types.js";

const exportIntervalMs = 1000;
const stopTimeoutMs = 3000;

export function openTracer(service: string, config: TracingConfig, logger: Logger): Tracer {
  logExportProblems(logger);
  const headers = parsePairs(config.OTEL_EXPORTER_OTLP_HEADERS ?? "");
  const exporter = new OTLPTraceExporter({ url: toTracesUrl(config.OTEL_EXPORTER_OTLP_ENDPOINT ?? ""), headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.namespace": "tenant-ops",
      "service.instance.id": randomUUID(),
      ...parsePairs(config.OTEL_RESOURCE_ATTRIBUTES),
      "service.name": service,
    }),
    sampler: createSampler(config),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportIntervalMs, maxQueueSize: 8192 })],
  });
  const tracer = provider.getTracer("tenant-ops");
  return {
    start({ name, kind, parent, attributes = {}, startedAt }: SpanStart): Span {
      const options = { kind: kinds[kind], attributes, ...(startedAt !== undefined && { startTime: startedAt }) };
      const span = tracer.startSpan(name, options, toContext(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        traceparent: `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01"}`,
        end({ attributes: more, error } = {}) {
          if (more) span.setAttributes(more);
          if (error) span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async stop() {
      const timeout = sleep(stopTimeoutMs, undefined, { ref: false }).then(() => {
        throw new Error(`the collector took longer than ${stopTimeoutMs} ms`);
      });
      await Promise.race([provider.shutdown(), timeout]).catch((error: unknown) =>
        logger.warn({ err: error }, "last spans not sent"),
      );
    },
  };
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

function toContext(traceparent: string | undefined): Context {
  const parsed = parseTraceparent(traceparent);
  if (!parsed) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = parsed;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig): Sampler {
  switch (name) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(share);
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });
  }
}

/** @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp */
function toTracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, "")}/v1/traces`;
}

/** `name=value,name=value`, percent-encoded as in a baggage header. */
function parsePairs(text: string): Record<string, string> {
  const pairs = text.split(",").flatMap((entry) => {
    const at = entry.indexOf("=");
    return at > 0 ? [[entry.slice(0, at).trim(), decode(entry.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The SDK reports an unreachable collector only here, at every attempt (once a second); it is logged once a minute. */
function logExportProblems(logger: Logger): void {
  let quietUntil = 0;
  const warn = (message: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + 60_000;
    logger.warn({ detail: message }, "spans not exported");
  };
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
