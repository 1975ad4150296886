import { createContextSigner, createContextVerifier, gatewayIssuer } from "@tenant-ops/kit/call";
import { type ProcessBase, type SharedProcess, startProcessBase } from "@tenant-ops/kit/process";
import {
  type AnsweredCollection,
  bindHandlers,
  createCountHandlers,
  createGrpcCredentials,
  createRpcClients,
  type GrpcCredentials,
  type GrpcServer,
  startRpcServer,
} from "@tenant-ops/kit/rpc";
import { startPacking } from "@tenant-ops/kit/data";
import { AccountsService } from "@tenant-ops/proto/accounts";
import { CountService } from "@tenant-ops/proto/common";
import type { FastifyInstance } from "fastify";
import { accountsRpcs } from "./accounts/accounts.rpc.js";
import { createAgentCalls } from "./agent-calls/agent-calls.js";
import { answerAgentCalls } from "./agent-calls/answered-calls.js";
import { type GatewayConfig, getServiceAddresses } from "./config.js";
import { createHttpServers } from "./http-servers.js";
import { createRateCounters } from "./limits/rate-counters.js";
import { gatewaySchema } from "./schema.js";

export { dataLife as gatewayLife } from "./data-life.js";
export { gatewayConfig, type GatewayConfig, readGatewayConfig } from "./config.js";
export { gatewaySchema } from "./schema.js";

export interface Gateway {
  url: string;
  port: number;
  /** Where `/v1/admin` is, and nothing else. */
  operatorUrl: string;
  /** For the console service; 0 in a shared process. */
  grpcPort: number;
  adminPort: number;
  /** Unready → SHUTDOWN_DELAY_MS → no new connections → running requests end → connections to MongoDB and NATS are closed. */
  close(): Promise<void>;
}

const drainMs = 20_000;

/**
 * Starts a gateway in this process. Gateways with the same database and NATS are replicas of each other.
 * @param shared the process in which all services run too
 */
export async function startGateway(config: GatewayConfig, shared?: SharedProcess): Promise<Gateway> {
  const base = await startProcessBase({
    name: "gateway",
    config,
    host: shared?.host,
    databaseName: config.MONGODB_DATABASE,
    ...gatewaySchema,
  });
  const sign = createContextSigner(gatewayIssuer, config.CALL_CONTEXT_PRIVATE_KEY);
  const credentials = createGrpcCredentials(shared ? {} : config, base.metrics.registry, base.logger);
  const clients = createRpcClients({
    sign,
    addresses: getServiceAddresses(config, "GRPC"),
    metrics: base.metrics,
    credentials: credentials.client,
    ...(shared && { transport: shared.rpc.transport }),
  });
  const counters = createRateCounters(base.bus, config.MONGODB_DATABASE, config.RATE_EXCHANGE_MS);
  const agentCalls = createAgentCalls(base.db, base.logger);
  const answered = answerAgentCalls(base.db, clients, base.logger);

  let port = config.PORT;
  const publicUrl = () => config.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const { app, operatorApp } = createHttpServers({
    config,
    base,
    sign,
    clients,
    counters,
    agentCalls,
    publicUrl,
    shared,
  });
  port = await listen(app, config.HOST, config.PORT);
  const operatorPort = await listen(operatorApp, config.OPERATOR_HOST, config.OPERATOR_PORT);
  const grpc = await startAccountsServer(config, base, credentials, shared, answered);
  const stopPacking = startPacking(base, [answered.collection]);
  base.markReady({ port, operatorPort, ...(!shared && { grpcPort: grpc.port }) });
  return {
    port,
    grpcPort: grpc.port,
    adminPort: base.adminPort,
    url: `http://127.0.0.1:${port}`,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    close: () =>
      base.close(async () => {
        await Promise.all([drain(app), drain(operatorApp)]);
        await agentCalls.stop();
        await stopPacking();
        await grpc.close(drainMs);
        counters.stop();
        clients.close();
      }),
  };
}

/** Serves gRPC to the console service, which reads businesses, and to analytics, which asks for the calls that were counted. */
function startAccountsServer(
  config: GatewayConfig,
  { db, logger, metrics, underWay }: ProcessBase,
  credentials: GrpcCredentials,
  shared: SharedProcess | undefined,
  answered: AnsweredCollection,
): Promise<GrpcServer> {
  return startRpcServer({
    memory: shared?.rpc,
    credentials: credentials.server,
    acceptsPlain: credentials.acceptsPlain,
    services: [
      bindHandlers(AccountsService, accountsRpcs(db)),
      bindHandlers(CountService, createCountHandlers(db, [answered])),
    ],
    service: "accounts",
    verify: createContextVerifier(config.CALL_CONTEXT_PUBLIC_KEYS, "accounts"),
    logger,
    metrics,
    underWay,
    host: config.HOST,
    port: config.GRPC_PORT,
  });
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  await app.listen({ host, port });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** Waits for running requests, at most `drainMs`. */
async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timer);
}
