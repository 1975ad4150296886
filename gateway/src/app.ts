import { createContextSigner } from "@tenant-ops/kit/call";
import { startProcessBase } from "@tenant-ops/kit/process";
import { createRpcClients, createGrpcCredentials } from "@tenant-ops/kit/rpc";
import type { FastifyInstance } from "fastify";
import { registerAdmin } from "./admin/routes.js";
import { authenticator } from "./auth/authenticate.js";
import { businessIndexes } from "./auth/businesses.store.js";
import { registerDiscovery } from "./auth/discovery.routes.js";
import { openKeyDirectory } from "./auth/key-directory.js";
import { keyIndexes } from "./auth/keys.store.js";
import { registerOauth } from "./auth/oauth.routes.js";
import { operatorKeyCheck } from "./auth/operator.js";
import { scopesOf } from "./auth/scopes.js";
import { openTokens } from "./auth/tokens.js";
import { addressesOf, type GatewayConfig } from "./config.js";
import { createServer } from "./http/server.js";
import { openCounters } from "./limits/counters.js";
import { credentialLimit, writeCredentialHeaders } from "./limits/credential-limit.js";
import { inFlightPerBusiness } from "./limits/in-flight.js";
import { tenantLimits } from "./limits/limits.js";
import { publicLimit } from "./limits/public-limit.js";
import { registerMcp } from "./mcp/routes.js";
import { registerRest } from "./rest/proxy.js";

export interface Gateway {
  url: string;
  port: number;
  adminPort: number;
  /** Unready → waits → no new connections → the requests under way end → everything behind is closed. */
  close(): Promise<void>;
}

const drainMs = 20_000;

/** Starts a gateway inside this process; several of them with the same database and NATS are replicas of each other. */
export async function startGateway(config: GatewayConfig): Promise<Gateway> {
  const base = await startProcessBase({
    name: "gateway",
    config,
    databaseName: config.MONGODB_DATABASE,
    // Keys and businesses are how a business is found, so they cannot belong to one.
    sharedIndexes: { businesses: businessIndexes, keys: keyIndexes },
  });
  const { db, bus, logger, metrics } = base;
  const sign = createContextSigner("gateway", config.CALL_CONTEXT_PRIVATE_KEY);
  const clients = createRpcClients({
    sign,
    addresses: addressesOf(config, "GRPC"),
    metrics,
    credentials: createGrpcCredentials(config).client,
  });

  let port = config.PORT;
  const publicUrl = () => config.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const pepper = config.API_KEY_PEPPER;
  const allScopes = scopesOf(Object.keys(addressesOf(config, "GRPC")));
  const counters = openCounters(bus, config.MONGODB_DATABASE, config.RATE_EXCHANGE_MS);
  const limits = tenantLimits(counters, inFlightPerBusiness(config.IN_FLIGHT_PER_BUSINESS_MAX), config);
  const failures = credentialLimit(counters, config.RATE_FAILED_CREDENTIALS_PER_MINUTE);
  const takePublic = publicLimit(counters, config.RATE_PUBLIC_PER_MINUTE);
  const directory = openKeyDirectory(db, bus, logger);
  const tokens = openTokens(config.TOKEN_PRIVATE_KEY, publicUrl);
  const isOperatorKey = operatorKeyCheck(config.OPERATOR_KEY);
  const authenticate = authenticator({ directory, tokens, isOperatorKey, credentialLimit: failures, pepper });

  const app = createServer({ config, logger, metrics, publicUrl, isDraining: base.isStopping });
  writeCredentialHeaders(app, failures);
  registerDiscovery(app, { publicUrl, allScopes });
  registerOauth(app, { directory, tokens, limits, credentialLimit: failures, pepper, publicUrl, allScopes });
  registerAdmin(app, { db, directory, pepper, allScopes, isOperatorKey, authenticate });
  registerRest(app, { addresses: addressesOf(config, "HTTP"), authenticate, limits, takePublic, sign });
  registerMcp(app, { authenticate, limits, clients, config, metrics, logger });

  await app.listen({ host: config.HOST, port: config.PORT });
  const address = app.server.address();
  if (typeof address === "object" && address) port = address.port;
  base.markReady({ port });

  return {
    port,
    adminPort: base.adminPort,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      base.close(async () => {
        await drain(app);
        counters.stop();
        clients.close();
      }),
  };
}

/** Lets the requests under way end, but does not wait for ever. */
async function drain(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(cut);
}
