import { secretBytesList, wholeNumber } from "@tenant-ops/kit/config";
import { serviceSettings, unreadableSecretsSetting } from "@tenant-ops/kit/process";
import * as z from "zod";
import { parseCidrs, parseRetrySchedule } from "@tenant-ops/kit/egress";

/** Checks a setting with the function that will parse it; the operator sees the message of its error. */
const parsedBy = (parse: (text: string) => unknown) => (text: string, context: z.RefinementCtx) => {
  try {
    parse(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
  }
};

const settings = {
  ...serviceSettings,
  NODE_ENV: z.string().optional().describe("`production` refuses the development settings of webhooks"),
  WEBHOOK_SECRET_KEY: secretBytesList(
    32,
    "Encrypts the endpoints' secrets: base64url 32 bytes; several, comma-separated, for rotation: the first encrypts",
  ),
  ...unreadableSecretsSetting,
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .default("5s,5m,30m,2h,5h,10h,14h,20h,24h")
    .superRefine(parsedBy(parseRetrySchedule))
    .describe("Pauses between the attempts of a delivery; their number plus one is the number of attempts"),
  WEBHOOK_ATTEMPT_MS: wholeNumber(15_000, "Longest time of one attempt, from the name look-up to the end"),
  WEBHOOK_LEASE_MS: wholeNumber(15_000, "How long a worker that crashed still holds the lane of an endpoint"),
  WEBHOOK_LANES: wholeNumber(256, "How many endpoints one process delivers to at the same time"),
  WEBHOOK_SWEEP_MS: wholeNumber(900_000, "How often each idle lane is checked for pending deliveries"),
  WEBHOOK_EVENTS_SINCE: z.iso
    .datetime()
    .optional()
    .describe("A new installation takes in only events since this moment; without it, all that JetStream holds"),
  WEBHOOK_DNS_SERVERS: z
    .string()
    .optional()
    .describe("Name servers for the receivers' names, comma-separated; the system's when not given"),
  QUOTA_ENDPOINTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe("How many endpoints a business may have; every event reads all of them"),
  WEBHOOK_ALLOW_HTTP: z.stringbool().default(false).describe("Lets endpoints be http; for development"),
  WEBHOOK_EGRESS_ALLOW: z
    .string()
    .default("")
    .superRefine(parsedBy(parseCidrs))
    .describe("Networks that may be reached although they are not public, as exact CIDRs; for development"),
  WEBHOOK_ALLOW_UNSAFE_IN_PRODUCTION: z
    .stringbool()
    .default(false)
    .describe("Allows the two settings above in production, which refuses them otherwise"),
};

export const config = z.object(settings).superRefine((given, context) => {
  const isUnsafe = given.WEBHOOK_ALLOW_HTTP || given.WEBHOOK_EGRESS_ALLOW !== "";
  if (given.NODE_ENV !== "production" || !isUnsafe || given.WEBHOOK_ALLOW_UNSAFE_IN_PRODUCTION) return;
  const message = "is for development; production takes it only with WEBHOOK_ALLOW_UNSAFE_IN_PRODUCTION=true";
  if (given.WEBHOOK_ALLOW_HTTP) context.addIssue({ code: "custom", path: ["WEBHOOK_ALLOW_HTTP"], message });
  if (given.WEBHOOK_EGRESS_ALLOW !== "") context.addIssue({ code: "custom", path: ["WEBHOOK_EGRESS_ALLOW"], message });
});

export type Config = z.infer<typeof config>;
