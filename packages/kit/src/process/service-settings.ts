import * as z from "zod";
import { port, secret, wholeNumber } from "../config/config.js";
import { signingKey } from "../config/signing-key.js";
import { tenancySettings } from "../data/tenancy/tenancy-guard.js";
import { restSettings } from "../http/http-server.js";
import { tlsSettings } from "../rpc/tls.js";
import { tracingSettings } from "../telemetry/tracing-settings.js";

/** The settings that every service has. */
export const serviceSettings = {
  MONGODB_URL: secret("MongoDB connection string, without a database"),
  MONGODB_DATABASE: z.string().optional().describe("Database of this service; its own name when not given"),
  NATS_URL: secret("NATS server or servers, comma-separated; a user and a password may stand in it"),
  EVENTS_MAX_BYTES: wholeNumber(
    16 * 1024 ** 3,
    "Size of the NATS stream of events, for the process that creates it; 0: no limit but that of the store of NATS",
  ),
  HOST: z.string().default("0.0.0.0").describe("Address to listen on"),
  GRPC_PORT: port(50_051, "Port for gRPC from the gateway"),
  HTTP_PORT: port(8081, "Port for REST from the gateway"),
  ADMIN_PORT: port(9090, "Port for /livez, /readyz and /metrics"),
  CALL_CONTEXT_PUBLIC_KEYS: z
    .string()
    .min(1)
    .describe("Issuers of call contexts that are trusted: <issuer>:<base64url Ed25519 public key>, comma-separated"),
  CALL_CONTEXT_PRIVATE_KEY: signingKey(
    "Signs calls to other services: base64url PKCS#8 Ed25519; only for services that make some",
  ).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Least severe level to log"),
  ...restSettings,
  SHUTDOWN_DELAY_MS: wholeNumber(5000, "How long to stay open after becoming unready, so that no new call is lost"),
  ...tenancySettings,
  ...tlsSettings,
  ...tracingSettings,
};

/** Of services that store secrets encrypted. */
export const unreadableSecretsSetting = {
  ALLOW_UNREADABLE_SECRETS: z
    .stringbool()
    .default(false)
    .describe(
      "Starts although stored secrets need a key that is lost; what needs them fails until it is entered again",
    ),
};

export const serviceConfig = z.object(serviceSettings);
export type ServiceConfig = z.infer<typeof serviceConfig>;
