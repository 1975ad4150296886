import { secretBytesList, signingKey, wholeNumber } from "@tenant-ops/kit/config";
import { checkEgressSettings, egressSettings, parseRetrySchedule } from "@tenant-ops/kit/egress";
import { serviceConfig, unreadableSecretsSetting } from "@tenant-ops/kit/process";
import { retentionSettings } from "@tenant-ops/kit/retention";
import * as z from "zod";

const grpcUrl = (service: string) =>
  z.string().min(1).describe(`gRPC address of the ${service} service, asked whether a redirect target exists`);

export const config = serviceConfig
  .extend({
    ...retentionSettings,
    CALL_CONTEXT_PRIVATE_KEY: signingKey("Signs the calls to roulettes and learning: base64url PKCS#8 Ed25519"),
    FLOW_SECRET_KEY: secretBytesList(
      32,
      "Encrypts the secrets of businesses at their providers: 32 bytes in base64url; several, comma-separated, for rotation: the first encrypts",
    ),
    ...unreadableSecretsSetting,
    ROULETTES_GRPC_URL: grpcUrl("roulettes"),
    LEARNING_GRPC_URL: grpcUrl("learning"),
    CONSOLE_URL: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ""))
      .describe("Address of the web console: flow pages, roulettes and courses have their links there"),
    APP_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("Address of the signed-in application: only it may show the page of a test run in a frame"),
    FLOW_ALLOW_HTTP_LOOPBACK: z
      .stringbool()
      .default(false)
      .describe("Lets redirects go to http addresses of this machine (localhost); for development"),
    WHATSAPP_API_URL: z
      .url({ protocol: /^https?$/ })
      .default("https://graph.facebook.com/v24.0")
      .transform((url) => url.replace(/\/+$/, ""))
      .describe("Address of the WhatsApp Cloud API with its version; another one is for tests"),
    FLOW_REGISTRATIONS_PER_BUSINESS: wholeNumber(
      50_000,
      "Registrations that the visitors of one business may send in 24 hours",
    ),
    FLOW_REGISTRATIONS_PER_ADDRESS: wholeNumber(
      10_000,
      "Registrations that one address may send to one business in 24 hours",
    ),
    FLOW_BYTES_PER_BUSINESS: wholeNumber(
      10_737_418_240,
      "Bytes of registrations and files that the visitors of one business may send in 24 hours",
    ),
    FLOW_BYTES_PER_ADDRESS: wholeNumber(
      2_147_483_648,
      "Bytes of registrations and files that one address may send to one business in 24 hours",
    ),
    FLOW_CODES_PER_PHONE: wholeNumber(6, "Codes that one phone gets from one business in 24 hours"),
    FLOW_SIGN_INS_PER_ADDRESS: wholeNumber(
      60,
      "Codes and visits to identity providers that one address may begin at one business in an hour",
    ),
    FLOW_OPEN_CODES_PER_NETWORK: wholeNumber(
      20,
      "Codes that one network (/24, of IPv6 /48) may get from one business in 24 hours without entering them; each one that is entered allows another one",
    ),
    FLOW_CODES_PER_BUSINESS: wholeNumber(
      10_000,
      "Codes that one business may send in 24 hours; a business can set a lower limit for itself. Half of them are for phones that it knows",
    ),
    QUOTA_FLOWS: wholeNumber(10_000, "How many flows a business may have"),
    QUOTA_TARGETS: wholeNumber(10_000, "How many surveys and events a business may have as redirect targets"),
    QUOTA_DOCUMENTS: wholeNumber(1000, "How many documents of flows a business may have, deleted ones included"),
    QUOTA_TEST_RUNS: wholeNumber(1000, "How many test runs of the last 30 days a business may have"),
    QUOTA_CAMPAIGNS: wholeNumber(10_000, "How many campaigns a business may declare"),
    BANK_ATTEMPT_MS: wholeNumber(15_000, "Longest time of one request to the bank validation of a business"),
    BANK_RETRY_SCHEDULE: z
      .string()
      .default("5s,30s,2m,10m,30m,2h,6h,12h")
      .superRefine((text, context) => {
        try {
          parseRetrySchedule(text);
        } catch (error) {
          context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
        }
      })
      .describe("Pauses between the attempts of a bank validation; their number plus one is the number of attempts"),
    ...egressSettings,
  })
  .superRefine(checkEgressSettings);

export type FlowsConfig = z.infer<typeof config>;
