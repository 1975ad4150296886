export {
  continueTrace,
  createLogger,
  createMetrics,
  parseTraceparent,
  traceIdOf,
  type Logger,
  type Metrics,
} from "./telemetry.js";
export {
  startSpan,
  startTracing,
  tracingSettings,
  type Span,
  type SpanAttributes,
  type SpanStart,
  withinSpan,
} from "./tracing.js";
