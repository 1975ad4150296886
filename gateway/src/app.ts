import { createHmac } from "node:crypto";
import { createContextSigner, gatewayIssuer } from "@tenant-ops/kit/call";
import { type SharedProcess, startStatelessProcess } from "@tenant-ops/kit/process";
import { createGrpcCredentials, createRpcClients } from "@tenant-ops/kit/rpc";
import type { FastifyInstance } from "fastify";
import { createAccounts } from "./accounts/accounts.js";
import { startChanges } from "./accounts/changes.js";
import { createAgentCalls } from "./agent-calls/agent-calls.js";
import { type GatewayConfig, getServiceAddresses } from "./config.js";
import { createHttpServers } from "./http-servers.js";
import { createRateCounters } from "./limits/rate-counters.js";

export { gatewayConfig, type GatewayConfig, readGatewayConfig } from "./config.js";

export interface Gateway {
  url: string;
  port: number;
  /** Where `/v1/admin` is, and nothing else. */
  operatorUrl: string;
  adminPort: number;
  /** Unready → SHUTDOWN_DELAY_MS → no new connections → running requests end → the connection to NATS is closed. */
  close(): Promise<void>;
}

const drainMs = 20_000;

/**
 * Starts a gateway in this process. It stores nothing. Gateways with the same secrets and NATS are replicas of each other.
 * @param shared the process in which all services run too
 */
export async function startGateway(config: GatewayConfig, shared?: SharedProcess): Promise<Gateway> {
  const base = await startStatelessProcess({ name: "gateway", config, host: shared?.host });
  const sign = createContextSigner(gatewayIssuer, config.CALL_CONTEXT_PRIVATE_KEY);
  const credentials = createGrpcCredentials(shared ? {} : config, base.metrics.registry, base.logger);
  const clients = createRpcClients({
    sign,
    addresses: getServiceAddresses(config, "GRPC"),
    metrics: base.metrics,
    credentials: credentials.client,
    ...(shared && { transport: shared.rpc.connect(gatewayIssuer) }),
  });
  const counters = createRateCounters(base.bus, nameReplicas(config.API_KEY_PEPPER), config.RATE_EXCHANGE_MS);
  const accounts = createAccounts(clients);
  const changes = startChanges(accounts, base.bus, base.logger);
  const agentCalls = createAgentCalls(accounts, base.logger);

  let port = config.PORT;
  const publicUrl = () => config.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const { app, operatorApp } = createHttpServers({
    ...{ config, base, sign, clients, counters, accounts, changes, agentCalls, publicUrl, shared },
  });
  port = await listen(app, config.HOST, config.PORT);
  const operatorPort = await listen(operatorApp, config.OPERATOR_HOST, config.OPERATOR_PORT);
  base.markReady({ port, operatorPort });
  return {
    port,
    adminPort: base.adminPort,
    url: `http://127.0.0.1:${port}`,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    close: () =>
      base.close(async () => {
        await Promise.all([drain(app), drain(operatorApp)]);
        await agentCalls.stop();
        changes.stop();
        counters.stop();
        clients.close();
      }),
  };
}

/** The name under which replicas exchange their counts: other installations on the same NATS have another pepper. */
const nameReplicas = (pepper: Buffer): string =>
  createHmac("sha256", pepper).update("replicas of a gateway").digest("hex").slice(0, 16);

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
