import type { DescService } from "@bufbuild/protobuf";
import { CountService, DataService, ResourceService } from "@tenant-ops/proto/common";
import type * as z from "zod";
import { createContextSigner, createContextVerifier, type SignContext } from "../call/context-token.js";
import { startPacking } from "../data/analytics/pack-counts.js";
import type { DatabaseSchema } from "../data/schema/migrations.types.js";
import { startEventListener } from "../events/event-listener.js";
import { startOutboxRelay } from "../events/outbox-relay.js";
import { startHttpServer } from "../http/http-server.js";
import { createBusinessData } from "../offboarding/index.js";
import {
  type ArchiveStore,
  createServiceRetention,
  openArchiveStore,
  registerRetentionMetrics,
  type retentionSettings,
  startRetention,
} from "../retention/index.js";
import { createCountHandlers } from "../rpc/counts.js";
import { createRpcClients } from "../rpc/client.js";
import { createDataHandlers } from "../rpc/data-requests.js";
import { createResourceHandlers } from "../rpc/resources.js";
import { startRpcServer } from "../rpc/rpc-server.js";
import { bindHandlers } from "../rpc/service-binding.js";
import { createGrpcCredentials, type GrpcCredentials } from "../rpc/tls.js";
import { type ProcessBase, startProcessBase } from "./process-base.js";
import { registerReconciliationMetrics } from "./reconciliation.js";
import { assertKeysComplete, startSecretMetrics } from "./secret-keys.js";
import type { SharedProcess } from "./shared-process.js";
import type { ServiceConfig } from "./service-settings.js";
import type { RunningService, ServiceContext, ServiceDefinition } from "./service.types.js";

const drainMs = 20_000;
/** One retry, for a replica that is restarting. The gateway retries the whole call, and attempts multiply. */
const triesMax = 2;

/** The schema of the database of a service. */
export function getSchema<Api extends DescService, Schema extends z.ZodObject, Setup extends object>({
  indexes,
  shared,
  migrations,
}: ServiceDefinition<Api, Schema, Setup>): DatabaseSchema {
  return { indexes, ...(shared && { sharedIndexes: shared }), ...(migrations && { migrations }) };
}

/**
 * Starts a service inside this process. `runService` adds signals and an exit code.
 * @param shared the process in which the gateway and all other services run too
 */
export async function startService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
  settings: z.infer<Schema>,
  shared?: SharedProcess,
): Promise<RunningService<z.infer<Schema>>> {
  // The config of a definition extends `serviceConfig`; the generic hides that from the compiler.
  const config = settings as unknown as ServiceConfig;
  const { name } = definition;
  const base = await startProcessBase({
    name,
    config,
    host: shared?.host,
    databaseName: config.MONGODB_DATABASE ?? name,
    connectionWaitMs: definition.requestMs,
    ...getSchema(definition),
    ...(definition.publicPages && { publicPages: definition.publicPages }),
  });
  const secretKeys = definition.secretKeys?.(settings);
  if (secretKeys) await assertKeysComplete(base.db, secretKeys, base.logger);
  await definition.prepare?.(base.db);
  const archives = definition.history ? await openArchiveStore(settings) : undefined;
  const credentials = createGrpcCredentials(shared ? {} : config, base.metrics.registry, base.logger);
  const { db, bus } = base;
  const dataOptions = { db, bus, life: definition.life, service: name, archives };
  const ownData = createBusinessData(dataOptions);
  const context = createServiceContext(definition, settings, { ...base, ownData }, credentials, shared);
  const servers = await startServers(definition, context, base, { credentials, shared, archives, dataOptions });
  const stopWorkers = startWorkers(definition, context, base, archives);
  base.markReady(shared ? {} : servers.ports);
  return {
    ...servers.ports,
    adminPort: base.adminPort,
    context,
    close: () =>
      base.close(async () => {
        await servers.close();
        await stopWorkers();
        context.clients.close();
      }),
  };
}

function createServiceContext<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  { name, calls, setup }: ServiceDefinition<Api, Schema, Setup>,
  settings: z.infer<Schema>,
  { db, bus, logger, metrics, ownData }: ProcessBase & Pick<ServiceContext<unknown>, "ownData">,
  credentials: GrpcCredentials,
  shared: SharedProcess | undefined,
): ServiceContext<z.infer<Schema>> & Setup {
  const clients = createRpcClients({
    credentials: credentials.client,
    sign: createSigner(name, settings as unknown as ServiceConfig),
    addresses: calls?.(settings) ?? {},
    metrics,
    triesMax,
    ...(shared && { transport: shared.rpc.connect(name) }),
  });
  const context: ServiceContext<z.infer<Schema>> = {
    ...{ db, config: settings, bus, clients, logger, metrics, ownData },
    ...(shared && { memoryHttp: shared.http }),
  };
  // Without a setup hook nothing is added, and `Setup` is the empty object type.
  return { ...context, ...setup?.(context) } as ServiceContext<z.infer<Schema>> & Setup;
}

/** A call that brings a context for the service that it calls uses that one. */
function createSigner(name: string, { CALL_CONTEXT_PRIVATE_KEY: key }: ServiceConfig): SignContext {
  if (key) {
    const sign = createContextSigner(name, key);
    return (caller, audience) => caller.contexts?.[audience] ?? sign(caller, audience);
  }
  return () => {
    throw new Error(`${name} cannot call other services: CALL_CONTEXT_PRIVATE_KEY is not set`);
  };
}

interface ServerOptions {
  credentials: GrpcCredentials;
  shared: SharedProcess | undefined;
  archives: ArchiveStore | undefined;
  dataOptions: Parameters<typeof createBusinessData>[0];
}

async function startServers<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
  context: ServiceContext<z.infer<Schema>> & Setup,
  { isStopping, underWay }: ProcessBase,
  { credentials, shared, archives, dataOptions }: ServerOptions,
) {
  const { logger, metrics } = context;
  const { HOST: host, GRPC_PORT, HTTP_PORT, ...config } = context.config as unknown as ServiceConfig;
  const verify = createContextVerifier(
    config.CALL_CONTEXT_PUBLIC_KEYS,
    definition.name,
    Date.now,
    definition.acceptsNoBusiness === true,
  );
  const { db, ownData } = context;
  const retention = createServiceRetention(db, definition.history ?? [], archives);
  const grpc = await startRpcServer({
    memory: shared?.rpc,
    credentials: credentials.server,
    acceptsPlain: credentials.acceptsPlain,
    services: [
      bindHandlers(definition.api, definition.rpcs(context)),
      bindHandlers(ResourceService, createResourceHandlers(definition.resources?.(context) ?? [])),
      bindHandlers(DataService, createDataHandlers(dataOptions, ownData, retention)),
      bindHandlers(CountService, createCountHandlers(db, definition.analytics?.(context) ?? [])),
    ],
    service: definition.name,
    verify,
    logger,
    metrics,
    underWay,
    host,
    port: GRPC_PORT,
  });
  const http = await startHttpServer({
    memory: shared?.http,
    service: definition.name,
    verify,
    logger,
    metrics,
    underWay,
    host,
    port: HTTP_PORT,
    isDraining: isStopping,
    checkReplies: config.CHECK_REPLIES,
    requestMs: definition.requestMs,
    ...(definition.requests && { requests: definition.requests }),
    ...(definition.storedWithoutCaller && { storedWithoutCaller: definition.storedWithoutCaller }),
    routes: (app) => definition.http?.(app, context),
  });
  return {
    ports: { grpcPort: grpc.port, httpPort: http.port },
    close: () => Promise.all([grpc.close(drainMs), http.close()]),
  };
}

/** Starts the outbox relay, the event listeners and the background work. @returns how to stop them */
function startWorkers<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
  context: ServiceContext<z.infer<Schema>> & Setup,
  { underWay, waitForWork }: ProcessBase,
  archives: ArchiveStore | undefined,
): () => Promise<void> {
  const { db: database, bus, logger, metrics } = context;
  const relay = startOutboxRelay({
    ...{ database, bus, logger, metrics },
    ...(definition.createsEventStream && { createsStream: true }),
  });
  const listeners = (definition.listeners?.(context) ?? []).map((listener) =>
    startEventListener({ listener, database, bus, logger, metrics, underWay }),
  );
  const stopBackground = definition.background?.(context);
  const stopRetention = startHistoryWork(definition, context, archives);
  const counted = definition.analytics?.(context).map(({ collection }) => collection);
  const stopPacking = counted && startPacking(context, counted);
  const secretKeys = definition.secretKeys?.(context.config);
  registerReconciliationMetrics(metrics.registry, database);
  const stopSecretMetrics =
    secretKeys && startSecretMetrics({ database, logger, registry: metrics.registry }, secretKeys);
  return async () => {
    await stopSecretMetrics?.();
    await stopRetention?.();
    await stopPacking?.();
    await stopBackground?.();
    await Promise.all(listeners.map((listener) => listener.stop()));
    await waitForWork();
    // Last, because all of the above may publish events.
    await relay.stop();
  };
}

/** What a service with history has in its settings. */
type RetentionConfig = z.infer<z.ZodObject<typeof retentionSettings>>;

/** Archives or deletes history that is older than the rules of the businesses allow. @returns how to stop; undefined in a service without such history */
function startHistoryWork<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  { name, history: kinds, audits }: ServiceDefinition<Api, Schema, Setup>,
  { db, config, logger, metrics }: ServiceContext<z.infer<Schema>>,
  store: ArchiveStore | undefined,
): (() => Promise<void>) | undefined {
  if (!kinds) return undefined;
  const { RETENTION_EVERY_MS: everyMs } = config as unknown as RetentionConfig;
  const countSources = audits?.counts ?? [];
  const retentionMetrics = registerRetentionMetrics(metrics.registry, db);
  const context = { db, logger, metrics: retentionMetrics, service: name, kinds, countSources, store };
  return startRetention({ ...context, startedAt: new Date() }, everyMs);
}
