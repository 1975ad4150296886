import { parseEntries, secretBytes, signingKey, wholeNumber } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import { type Area, areas } from "@tenant-ops/proto";
import * as z from "zod";
import { parseRetentionModes } from "./retention/retentions.types.js";

const grpcUrl = (service: Area | "approvals" | "console") =>
  z.string().min(1).describe(`gRPC address of ${service}: dns:///host:port or host:port`);
const httpUrl = (service: Area) =>
  z
    .url({ protocol: /^https?$/ })
    .describe(`REST address of ${service}: http://host:port. A seed of a sandbox calls it`);

export const config = serviceConfig.extend({
  CALL_CONTEXT_PRIVATE_KEY: signingKey(
    "Signs the calls to all services as issuer `accounts`: base64url PKCS#8 Ed25519",
  ),
  API_KEY_PEPPER: secretBytes(
    32,
    "Keys are stored as HMAC under this: 32 bytes in base64url; the same as that of the gateway. Changing it voids all keys",
  ),
  SUPPLY_GRPC_URL: grpcUrl("supply"),
  ROULETTES_GRPC_URL: grpcUrl("roulettes"),
  LEARNING_GRPC_URL: grpcUrl("learning"),
  FLOWS_GRPC_URL: grpcUrl("flows"),
  WEBHOOKS_GRPC_URL: grpcUrl("webhooks"),
  ANALYTICS_GRPC_URL: grpcUrl("analytics"),
  APPROVALS_GRPC_URL: grpcUrl("approvals"),
  CONSOLE_GRPC_URL: grpcUrl("console"),
  SUPPLY_HTTP_URL: httpUrl("supply"),
  ROULETTES_HTTP_URL: httpUrl("roulettes"),
  LEARNING_HTTP_URL: httpUrl("learning"),
  FLOWS_HTTP_URL: httpUrl("flows"),
  PERSON_SETTLE_MS: wholeNumber(
    20_000,
    "Least time from the request for an erasure to its last pass; longer than a call and a remembered event last",
  ),
  OFFBOARDING_GRACE_SECONDS: wholeNumber(
    2_592_000,
    "Least time from the closing of a business to the deletion of its data; calls are refused meanwhile, and it can be cancelled",
  ),
  OFFBOARDING_SETTLE_MS: wholeNumber(
    120_000,
    "Least time from the beginning of such a deletion to its last pass; longer than a transaction and a suspended process last",
  ),
  // Longer than a process remembers the state of a business.
  OFFBOARDING_RECEIPT_DAYS: z.coerce
    .number()
    .int()
    .min(31)
    .default(1095)
    .describe("How long the receipt of such a deletion is kept, at least 31 days"),
  RETENTION_DAYS_MIN: wholeNumber(30, "The fewest days for which a business must keep its history"),
  RETENTION_SEND_EVERY_MS: wholeNumber(
    3_600_000,
    "How often, in milliseconds, the rules of all businesses are sent to every service again: after a restore a service has those of the backup",
  ),
  RETENTION_MODES: z
    .string()
    .default("archive,delete")
    .transform(parseEntries(parseRetentionModes))
    .describe(
      "What businesses may choose for history that is older than its rule allows: archive, delete or both, comma-separated; `none` keeps all history",
    ),
});

export type AccountsConfig = z.infer<typeof config>;

/** The addresses of the areas, of approvals and of the console, by their names. */
export function getServiceAddresses(config: AccountsConfig): Record<string, string> {
  const toName = <Service extends Area | "approvals" | "console">(service: Service) =>
    `${service.toUpperCase() as Uppercase<Service>}_GRPC_URL` as const;
  return Object.fromEntries(
    [...areas, "approvals" as const, "console" as const].map((service) => [service, config[toName(service)]]),
  );
}
