export { createCollectedGauge, setOrRemove } from "./metrics.js";
export { createLogger, type Logger } from "./logger.js";
export { createMetrics, type Metrics } from "./metrics.js";
export { getTraceId, parseTraceparent } from "./traceparent.js";
export { tracingSettings } from "./tracing-settings.js";
export { startSpan, startTracing, withinSpan } from "./tracing.js";
export type { Span, SpanAttributes, SpanStart } from "./tracing.types.js";
