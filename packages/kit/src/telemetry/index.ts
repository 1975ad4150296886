export { createLogger, type Logger } from "./logger.js";
export { createMetrics, type Metrics } from "./metrics.js";
export { getTraceId, parseTraceparent } from "./traceparent.js";
export {
  startSpan,
  startTracing,
  tracingSettings,
  type Span,
  type SpanAttributes,
  type SpanStart,
  withinSpan,
} from "./tracing.js";
