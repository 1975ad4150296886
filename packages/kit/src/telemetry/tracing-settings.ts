import * as z from "zod";
import { secret } from "../config/config.js";

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
