import {
  parseEntries,
  port,
  readConfig,
  secret,
  secretBytes,
  secretBytesList,
  signingKey,
  wholeNumber,
} from "@tenant-ops/kit/config";
import { restSettings } from "@tenant-ops/kit/http";
import { tlsSettings } from "@tenant-ops/kit/rpc";
import { tracingSettings } from "@tenant-ops/kit/telemetry";
import { type Area, areas } from "@tenant-ops/proto";
import * as z from "zod";
import { parseOperatorKeys } from "./auth/operator-keys.js";
import { parseTrustedProxies } from "./request/trusted-proxies.js";

const grpcUrl = (service: Area | "accounts" | "approvals" | "console") =>
  z.string().min(1).describe(`gRPC address of ${service}: dns:///host:port or host:port`);
const httpUrl = (service: Area | "accounts" | "approvals" | "console") =>
  z.url({ protocol: /^https?$/ }).describe(`REST address of ${service}: http://host:port`);

export const gatewayConfig = z.object({
  HOST: z.string().default("0.0.0.0").describe("Address to listen on"),
  PORT: port(8080, "Port for agents, back ends and browsers"),
  OPERATOR_HOST: z
    .string()
    .default("127.0.0.1")
    .describe("Address on which /v1/admin listens; the default is reached from the same machine or pod only"),
  OPERATOR_PORT: port(8090, "Port for /v1/admin and nothing else; never publish it"),
  ADMIN_PORT: port(9090, "Port for /livez, /readyz and /metrics"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional()
    .describe("Where callers reach the gateway; http://127.0.0.1:<PORT> when not given"),
  CONSOLE_URL: z
    .string()
    .default("")
    .describe("Where public pages of businesses are; they may call from a browser's Origin"),
  APP_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .describe(
      "Where people sign in: another host than CONSOLE_URL and PUBLIC_URL, so that pages of tenants get no session cookie",
    ),
  NATS_URL: secret("NATS server or servers, comma-separated; a user and a password may stand in it"),

  SUPPLY_GRPC_URL: grpcUrl("supply"),
  ROULETTES_GRPC_URL: grpcUrl("roulettes"),
  LEARNING_GRPC_URL: grpcUrl("learning"),
  FLOWS_GRPC_URL: grpcUrl("flows"),
  WEBHOOKS_GRPC_URL: grpcUrl("webhooks"),
  ANALYTICS_GRPC_URL: grpcUrl("analytics"),
  CONSOLE_GRPC_URL: grpcUrl("console"),
  ACCOUNTS_GRPC_URL: grpcUrl("accounts"),
  APPROVALS_GRPC_URL: grpcUrl("approvals"),
  SUPPLY_HTTP_URL: httpUrl("supply"),
  ROULETTES_HTTP_URL: httpUrl("roulettes"),
  LEARNING_HTTP_URL: httpUrl("learning"),
  FLOWS_HTTP_URL: httpUrl("flows"),
  WEBHOOKS_HTTP_URL: httpUrl("webhooks"),
  ANALYTICS_HTTP_URL: httpUrl("analytics"),
  CONSOLE_HTTP_URL: httpUrl("console"),
  ACCOUNTS_HTTP_URL: httpUrl("accounts"),
  APPROVALS_HTTP_URL: httpUrl("approvals"),

  ...tlsSettings,

  CALL_CONTEXT_PRIVATE_KEY: signingKey("Signs calls to services as issuer `gateway`: base64url PKCS#8 Ed25519"),
  TOKEN_PRIVATE_KEY: signingKey("Signs access tokens: base64url PKCS#8 Ed25519; the same in all replicas"),
  PROPOSAL_SECRET: secretBytesList(
    32,
    "Signs proposal tokens: 32 bytes in base64url; the same in all replicas. Several, comma-separated: the first signs, all verify",
  ),
  // Below the day for which answers are kept: a repeat must find the answer as long as its token would allow another write.
  PROPOSAL_LIFETIME_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(900)
    .describe("How long a proposal can be approved; at most 12 hours"),
  API_KEY_PEPPER: secretBytes(
    32,
    "Keys are stored as HMAC under this: 32 bytes in base64url; the same as that of accounts. Changing it voids all keys",
  ),
  OPERATOR_KEYS: secret(
    "Bearer tokens for /v1/admin: <name>:<at least 32 characters>, comma-separated. Calls are recorded under the name",
  ).transform(parseEntries(parseOperatorKeys)),

  RATE_REQUESTS_PER_MINUTE: wholeNumber(
    600,
    "Requests in a minute of one business with its keys; each person in the console has as many",
  ),
  RATE_WRITES_PER_MINUTE: wholeNumber(120, "Writes and spins in a minute, counted in the same way"),
  RATE_LISTS_PER_MINUTE: wholeNumber(600, "Discovery requests (tools/list and the like) of one business in a minute"),
  RATE_PUBLIC_PER_MINUTE: wholeNumber(600, "Public pages that visitors of one address may read in a minute"),
  RATE_VISITOR_FORMS_PER_MINUTE: wholeNumber(600, "Forms that visitors of one address may send in a minute"),
  RATE_VISITOR_UPLOADS_PER_MINUTE: wholeNumber(60, "Files that visitors of one address may send in a minute"),
  RATE_APPLICATION_PER_MINUTE: wholeNumber(
    1200,
    "Requests of one address to pages and files of the application in a minute",
  ),
  RATE_ANONYMOUS_PER_MINUTE: wholeNumber(
    600,
    "Other requests of one address that need no credential (tokens, metadata, unknown paths) in a minute",
  ),
  RATE_CLIENT_REGISTRATIONS_PER_MINUTE: wholeNumber(
    20,
    "Clients of OAuth that one address may register in a minute (POST /oauth/register)",
  ),
  RATE_FAILED_CREDENTIALS_PER_MINUTE: wholeNumber(20, "Wrong credentials of one address in a minute"),
  RATE_EXCHANGE_MS: wholeNumber(200, "Milliseconds between two messages with which replicas exchange their counts"),
  IN_FLIGHT_MAX: wholeNumber(1000, "Requests under way in this process"),
  IN_FLIGHT_PER_BUSINESS_MAX: wholeNumber(256, "Requests of one business under way in this process"),
  IN_FLIGHT_PER_ADDRESS_MAX: wholeNumber(64, "Requests of one address without a credential under way in this process"),
  EVENT_LOOP_DELAY_MAX_MS: wholeNumber(
    250,
    "Above this delay of the event loop the callers who use it most get 503, above four times as much everybody; 0 never",
  ),
  HEADERS_TIMEOUT_MS: wholeNumber(10_000, "How long a caller may take to send the headers"),
  REQUEST_TIMEOUT_MS: wholeNumber(15_000, "How long a caller may take to send a whole request"),
  UPLOAD_TIMEOUT_MS: wholeNumber(120_000, "How long a caller may take to send a file"),
  REPLY_IDLE_TIMEOUT_MS: wholeNumber(
    60_000,
    "How long a connection with a request under way may stand still, for callers that do not read their replies",
  ),
  TRUSTED_PROXIES: z
    .string()
    .transform(parseEntries(parseTrustedProxies))
    .describe(
      "Addresses or networks of your proxies, comma-separated: their X-Forwarded-For names the caller's address. `none` without a proxy",
    ),

  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Least severe level to log"),
  ...restSettings,
  SHUTDOWN_DELAY_MS: wholeNumber(5000, "How long to stay open after becoming unready, so that no new request is lost"),
  ...tracingSettings,
});

/** @throws Error that names every wrong or missing setting */
export function readGatewayConfig(environment: NodeJS.ProcessEnv = process.env): GatewayConfig {
  return readConfig(gatewayConfig, environment);
}

export type GatewayConfig = z.infer<typeof gatewayConfig>;

/** With a type, by which the compiler knows that every area has its settings. */
const toUpperCase = <Text extends string>(text: Text) => text.toUpperCase() as Uppercase<Text>;

/** Address per service name, from the settings `<SERVICE>_GRPC_URL` or `<SERVICE>_HTTP_URL`: the areas, accounts, approvals and the console. */
export function getServiceAddresses(config: GatewayConfig, kind: "GRPC" | "HTTP"): Record<string, string> {
  return Object.fromEntries(
    [...areas, "accounts" as const, "approvals" as const, "console" as const].map((service) => [
      service,
      config[`${toUpperCase(service)}_${kind}_URL`],
    ]),
  );
}
