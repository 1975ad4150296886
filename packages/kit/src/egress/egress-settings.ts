import * as z from "zod";
import { parseCidrs } from "./address.rules.js";
import type { EgressOptions } from "./egress.types.js";

/** The settings of a service that sends requests to addresses which others name. */
export const egressSettings = {
  NODE_ENV: z.string().optional().describe("`production` refuses the development settings of outgoing requests"),
  EGRESS_ALLOW_HTTP: z.stringbool().default(false).describe("Lets outgoing requests use http; for development"),
  EGRESS_ALLOW: z
    .string()
    .default("")
    .superRefine((text, context) => {
      try {
        parseCidrs(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
      }
    })
    .describe(
      "Private networks that outgoing requests may reach, comma-separated, such as 127.0.0.1/32; for development",
    ),
  EGRESS_ALLOW_UNSAFE_IN_PRODUCTION: z
    .stringbool()
    .default(false)
    .describe("Lets production use EGRESS_ALLOW_HTTP and EGRESS_ALLOW; for tests only"),
  EGRESS_DNS_SERVERS: z
    .string()
    .optional()
    .describe("Name servers for outgoing requests, comma-separated; the system's when not given"),
};

export type EgressSettings = z.infer<z.ZodObject<typeof egressSettings>>;

/** For `superRefine` of the settings of a process: production takes no development settings by accident. */
export function checkEgressSettings(given: EgressSettings, context: z.RefinementCtx): void {
  if (given.NODE_ENV !== "production" || given.EGRESS_ALLOW_UNSAFE_IN_PRODUCTION) return;
  const message = "is for development; production takes it only with EGRESS_ALLOW_UNSAFE_IN_PRODUCTION=true";
  if (given.EGRESS_ALLOW_HTTP) context.addIssue({ code: "custom", path: ["EGRESS_ALLOW_HTTP"], message });
  if (given.EGRESS_ALLOW !== "") context.addIssue({ code: "custom", path: ["EGRESS_ALLOW"], message });
}

/** @param timeoutMs the longest time of one request */
export function createEgressOptions(settings: EgressSettings, timeoutMs: number): EgressOptions {
  const dnsServers = settings.EGRESS_DNS_SERVERS?.split(",").map((server) => server.trim());
  return {
    allowHttp: settings.EGRESS_ALLOW_HTTP,
    allowed: parseCidrs(settings.EGRESS_ALLOW),
    timeoutMs,
    ...(dnsServers && { dnsServers }),
  };
}
