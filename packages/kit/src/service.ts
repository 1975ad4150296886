import { setTimeout as sleep } from "node:timers/promises";
import type { DescService } from "@bufbuild/protobuf";
import { ResourceService } from "@tenant-ops/proto/common";
import type { FastifyInstance } from "fastify";
import type { IndexDescription } from "mongodb";
import { z } from "zod";
import { isReady } from "./ask-health.js";
import { type Bus, openBus } from "./bus.js";
import { contextSigner, contextVerifier, type SignContext } from "./call.js";
import { port, readConfig, secret, wholeNumber } from "./config.js";
import { type EventListener, startListener } from "./events.js";
import type { Rpcs } from "./grpc-definition.js";
import { served, startGrpcServer } from "./grpc-server.js";
import { type Clients, createClients } from "./grpc-client.js";
import { grpcCredentials, tlsSettings } from "./grpc-tls.js";
import { type Health, startAdminServer } from "./health.js";
import { startHttpServer } from "./http.js";
import { type Database, openDatabase } from "./mongo.js";
import { startRelay } from "./outbox.js";
import { type ResourceText, resourceRpcs } from "./resources.js";
import { createLogger, createMetrics, type Logger, type Metrics } from "./telemetry.js";
import { startTracing, tracingSettings } from "./tracing.js";

/** The settings that every service has. */
export const serviceSettings = {
  MONGODB_URL: secret("MongoDB connection string, without a database"),
  MONGODB_DATABASE: z.string().optional().describe("Database of this service; its own name when not given"),
  NATS_URL: secret("NATS server or servers, comma-separated; a user and a password may stand in it"),
  HOST: z.string().default("0.0.0.0").describe("Address to listen on"),
  GRPC_PORT: port(50_051, "Port for gRPC from the gateway"),
  HTTP_PORT: port(8081, "Port for REST from the gateway"),
  ADMIN_PORT: port(9090, "Port for /livez, /readyz and /metrics"),
  CALL_CONTEXT_PUBLIC_KEYS: z
    .string()
    .min(1)
    .describe("Whose call contexts are believed: <issuer>:<base64url Ed25519 public key>, comma-separated"),
  CALL_CONTEXT_PRIVATE_KEY: secret(
    "Signs calls to other services: base64url PKCS#8 Ed25519; only for services that make some",
  ).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"])
    .default("info")
    .describe("Least severe level to log"),
  SHUTDOWN_DELAY_MS: wholeNumber(5000, "How long to stay open after becoming unready, so that no new call is lost"),
  TENANCY_GUARD: z
    .stringbool()
    .default(false)
    .describe("Fails every database command that does not name the business; for tests"),
  ...tlsSettings,
  ...tracingSettings,
};

export const serviceConfig = z.object(serviceSettings);
export type ServiceConfig = z.infer<typeof serviceConfig>;

/** What a service gets to work with. */
export interface Toolbox<Config> {
  db: Database;
  config: Config;
  bus: Bus;
  clients: Clients;
  logger: Logger;
  metrics: Metrics;
}

export interface ServiceDefinition<Api extends DescService, Schema extends z.ZodObject> {
  name: string;
  api: Api;
  /** The settings beyond those that every service has: `serviceConfig.extend({…})`. */
  config: Schema;
  /** Indexes per collection; the kit puts `businessId` in front of each. */
  indexes: Record<string, readonly IndexDescription[]>;
  /** Collections that belong to no single business, with their indexes as they are. */
  shared?: Record<string, readonly IndexDescription[]>;
  /** What must be in the database before the first call, such as catalogues with fixed ids. Runs at every start, in every replica. */
  prepare?: (db: Database) => Promise<void>;
  /** The compiler asks for every rpc of the contract. */
  rpcs: (toolbox: Toolbox<z.infer<Schema>>) => Rpcs<Api>;
  resources?: (toolbox: Toolbox<z.infer<Schema>>) => readonly ResourceText[];
  /** REST routes, reached through the gateway. */
  http?: (app: FastifyInstance, toolbox: Toolbox<z.infer<Schema>>) => void;
  listeners?: (toolbox: Toolbox<z.infer<Schema>>) => readonly EventListener[];
  /** Work that runs beside the calls, such as expiring prizes. Returns how to stop it. */
  background?: (toolbox: Toolbox<z.infer<Schema>>) => () => Promise<void>;
  /** Services this one calls: name → setting that holds the address. */
  calls?: (config: z.infer<Schema>) => Record<string, string>;
}

export function defineService<Api extends DescService, Schema extends z.ZodObject>(
  definition: ServiceDefinition<Api, Schema>,
): ServiceDefinition<Api, Schema> {
  return definition;
}

export interface RunningService<Config = ServiceConfig> {
  grpcPort: number;
  httpPort: number;
  adminPort: number;
  toolbox: Toolbox<Config>;
  /** Unready → waits → no new calls → the running ones end → outbox, NATS and MongoDB are closed. */
  close(): Promise<void>;
}

const drainMs = 20_000;

/** Starts a service inside this process. `run` is this with signals and an exit code. */
export async function startService<Api extends DescService, Schema extends z.ZodObject>(
  definition: ServiceDefinition<Api, Schema>,
  settings: z.infer<Schema>,
): Promise<RunningService<z.infer<Schema>>> {
  // A definition's config extends `serviceConfig`; the compiler cannot see that through the generic.
  const config = settings as unknown as ServiceConfig;
  const { name } = definition;
  const logger = createLogger(name, config.LOG_LEVEL);
  const metrics = createMetrics(name);
  const stopTracing = await startTracing(name, config, logger);
  const health: Health = { isServing: false };
  const admin = await startAdminServer(config.HOST, config.ADMIN_PORT, health, metrics.registry);
  const bus = openBus({ url: config.NATS_URL, name, logger });
  const db = await openDatabase({
    url: config.MONGODB_URL,
    name: config.MONGODB_DATABASE ?? name,
    appName: name,
    logger,
    metrics,
    indexes: definition.indexes,
    ...(definition.shared && { sharedIndexes: definition.shared }),
    guardTenancy: config.TENANCY_GUARD,
  });
  await definition.prepare?.(db);
  const credentials = grpcCredentials(config);
  const clients = createClients({
    credentials: credentials.client,
    sign: signerOf(name, config),
    addresses: definition.calls?.(settings) ?? {},
    metrics,
    // Once more, for a replica that is just restarting; the gateway repeats the whole call, and tries multiply.
    triesMax: 2,
  });
  const toolbox: Toolbox<z.infer<Schema>> = { db, config: settings, bus, clients, logger, metrics };
  const verify = contextVerifier(config.CALL_CONTEXT_PUBLIC_KEYS, name);
  const { HOST: host } = config;
  const grpc = await startGrpcServer({
    credentials: credentials.server,
    services: [
      served(definition.api, definition.rpcs(toolbox)),
      served(ResourceService, resourceRpcs(definition.resources?.(toolbox) ?? [])),
    ],
    verify,
    logger,
    metrics,
    host,
    port: config.GRPC_PORT,
  });
  const routes = (app: FastifyInstance) => definition.http?.(app, toolbox);
  const isDraining = () => !health.isServing;
  const http = await startHttpServer({ verify, logger, metrics, host, port: config.HTTP_PORT, isDraining, routes });
  const relay = startRelay({ database: db, bus, logger, metrics });
  const listeners = (definition.listeners?.(toolbox) ?? []).map((listener) =>
    startListener({ listener, database: db, bus, logger, metrics }),
  );
  const stopBackground = definition.background?.(toolbox);
  health.isServing = true;
  const ports = { grpcPort: grpc.port, httpPort: http.port, adminPort: admin.port };
  logger.info(ports, "ready");

  return {
    ...ports,
    toolbox,
    async close() {
      health.isServing = false;
      await sleep(config.SHUTDOWN_DELAY_MS);
      await Promise.all([grpc.close(drainMs), http.close()]);
      await stopBackground?.();
      await Promise.all(listeners.map((listener) => listener.stop()));
      await relay.stop();
      clients.close();
      await bus.close();
      await db.close();
      await stopTracing();
      await admin.close();
    },
  };
}

function signerOf(name: string, config: ServiceConfig): SignContext {
  const { CALL_CONTEXT_PRIVATE_KEY: key } = config;
  if (key) return contextSigner(name, key);
  return () => {
    throw new Error(`${name} has no CALL_CONTEXT_PRIVATE_KEY and so can call nobody`);
  };
}

/** The whole life of a service process: settings, start, signals, end. */
export async function run<Api extends DescService, Schema extends z.ZodObject>(
  definition: ServiceDefinition<Api, Schema>,
): Promise<void> {
  await runProcess(definition.name, () => startService(definition, readConfig(definition.config)));
}

/**
 * Starts something, ends it on SIGTERM or SIGINT, and says in one line why it could not start. With `--health` it only asks
 * the process that runs already.
 */
export async function runProcess(name: string, start: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  if (process.argv.includes("--health")) process.exit((await isReady()) ? 0 : 1);
  let close: (() => Promise<void>) | undefined;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    // Nothing is served yet. Without this a container that still waits for its database ignores SIGTERM: it is process 1.
    if (!close) process.exit(0);
    stopping ??= close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${name}: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  try {
    const running = await start();
    close = () => running.close();
  } catch (error) {
    process.stderr.write(`${name} did not start. ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
