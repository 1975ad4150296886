import type { DescService } from "@bufbuild/protobuf";
import { ResourceService } from "@tenant-ops/proto/common";
import type { FastifyInstance } from "fastify";
import type { IndexDescription } from "mongodb";
import { z } from "zod";
import { isProcessReady } from "./health-check.js";
import { startProcessBase } from "./process-base.js";
import type { Bus } from "../events/bus.js";
import { createContextSigner, createContextVerifier, type SignContext } from "../call/context-token.js";
import { port, readConfig, secret, wholeNumber } from "../config/config.js";
import { type EventListener, startEventListener } from "../events/event-listener.js";
import type { RpcHandlers } from "../rpc/definition.js";
import { bindHandlers, startGrpcServer } from "../rpc/server.js";
import { type RpcClients, createRpcClients } from "../rpc/client.js";
import { createGrpcCredentials, tlsSettings } from "../rpc/tls.js";
import { startHttpServer } from "../http/http-server.js";
import type { Database } from "../data/database.types.js";
import { startOutboxRelay } from "../events/outbox-relay.js";
import { type ResourceText, createResourceHandlers } from "../rpc/resources.js";
import type { Logger, Metrics } from "../telemetry/telemetry.js";
import { tracingSettings } from "../telemetry/tracing.js";

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
export interface ServiceContext<Config> {
  db: Database;
  config: Config;
  bus: Bus;
  clients: RpcClients;
  logger: Logger;
  metrics: Metrics;
}

export interface ServiceDefinition<Api extends DescService, Schema extends z.ZodObject, Setup extends object = object> {
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
  /** Creates once what several of the hooks below share, such as caches and stores. Its fields are added to their context. */
  setup?: (context: ServiceContext<z.infer<Schema>>) => Setup;
  /** The compiler asks for every rpc of the contract. */
  rpcs: (context: ServiceContext<z.infer<Schema>> & Setup) => RpcHandlers<Api>;
  resources?: (context: ServiceContext<z.infer<Schema>> & Setup) => readonly ResourceText[];
  /** REST routes, reached through the gateway. */
  http?: (app: FastifyInstance, context: ServiceContext<z.infer<Schema>> & Setup) => void;
  listeners?: (context: ServiceContext<z.infer<Schema>> & Setup) => readonly EventListener[];
  /** Work that runs beside the calls, such as expiring prizes. Returns how to stop it. */
  background?: (context: ServiceContext<z.infer<Schema>> & Setup) => () => Promise<void>;
  /** Services this one calls: name → setting that holds the address. */
  calls?: (config: z.infer<Schema>) => Record<string, string>;
}

export function defineService<Api extends DescService, Schema extends z.ZodObject, Setup extends object = object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
): ServiceDefinition<Api, Schema, Setup> {
  return definition;
}

export interface RunningService<Config = ServiceConfig> {
  grpcPort: number;
  httpPort: number;
  adminPort: number;
  context: ServiceContext<Config>;
  /** Unready → waits → no new calls → the running ones end → outbox, NATS and MongoDB are closed. */
  close(): Promise<void>;
}

const drainMs = 20_000;

/** Starts a service inside this process. `run` is this with signals and an exit code. */
export async function startService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
  settings: z.infer<Schema>,
): Promise<RunningService<z.infer<Schema>>> {
  // A definition's config extends `serviceConfig`; the compiler cannot see that through the generic.
  const config = settings as unknown as ServiceConfig;
  const { name } = definition;
  const base = await startProcessBase({
    name,
    config,
    databaseName: config.MONGODB_DATABASE ?? name,
    indexes: definition.indexes,
    ...(definition.shared && { sharedIndexes: definition.shared }),
  });
  const { db, bus, logger, metrics } = base;
  await definition.prepare?.(db);
  const credentials = createGrpcCredentials(config);
  const clients = createRpcClients({
    credentials: credentials.client,
    sign: signerOf(name, config),
    addresses: definition.calls?.(settings) ?? {},
    metrics,
    // Once more, for a replica that is just restarting; the gateway repeats the whole call, and tries multiply.
    triesMax: 2,
  });
  const ownContext: ServiceContext<z.infer<Schema>> = { db, config: settings, bus, clients, logger, metrics };
  // Without a setup hook there is nothing to add, and `Setup` is the empty object type.
  const context = { ...ownContext, ...definition.setup?.(ownContext) } as ServiceContext<z.infer<Schema>> & Setup;
  const verify = createContextVerifier(config.CALL_CONTEXT_PUBLIC_KEYS, name);
  const { HOST: host } = config;
  const grpc = await startGrpcServer({
    credentials: credentials.server,
    services: [
      bindHandlers(definition.api, definition.rpcs(context)),
      bindHandlers(ResourceService, createResourceHandlers(definition.resources?.(context) ?? [])),
    ],
    verify,
    logger,
    metrics,
    host,
    port: config.GRPC_PORT,
  });
  const routes = (app: FastifyInstance) => definition.http?.(app, context);
  const http = await startHttpServer({
    verify,
    logger,
    metrics,
    host,
    port: config.HTTP_PORT,
    isDraining: base.isStopping,
    routes,
  });
  const relay = startOutboxRelay({ database: db, bus, logger, metrics });
  const listeners = (definition.listeners?.(context) ?? []).map((listener) =>
    startEventListener({ listener, database: db, bus, logger, metrics }),
  );
  const stopBackground = definition.background?.(context);
  base.markReady({ grpcPort: grpc.port, httpPort: http.port });

  return {
    grpcPort: grpc.port,
    httpPort: http.port,
    adminPort: base.adminPort,
    context,
    close: () =>
      base.close(async () => {
        await Promise.all([grpc.close(drainMs), http.close()]);
        await stopBackground?.();
        await Promise.all(listeners.map((listener) => listener.stop()));
        await relay.stop();
        clients.close();
      }),
  };
}

function signerOf(name: string, config: ServiceConfig): SignContext {
  const { CALL_CONTEXT_PRIVATE_KEY: key } = config;
  if (key) return createContextSigner(name, key);
  return () => {
    throw new Error(`${name} has no CALL_CONTEXT_PRIVATE_KEY and so can call nobody`);
  };
}

/** The whole life of a service process: settings, start, signals, end. */
export async function runService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
): Promise<void> {
  await runProcess(definition.name, () => startService(definition, readConfig(definition.config)));
}

/**
 * Starts something, ends it on SIGTERM or SIGINT, and says in one line why it could not start. With `--health` it only asks
 * the process that runs already.
 */
export async function runProcess(name: string, start: () => Promise<{ close(): Promise<void> }>): Promise<void> {
  if (process.argv.includes("--health")) process.exit((await isProcessReady()) ? 0 : 1);
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
