import { createContextSigner, gatewayIssuer, type SignContext } from "@tenant-ops/kit/call";
import { type ProcessBase, startProcessBase } from "@tenant-ops/kit/process";
import { createGrpcCredentials, createRpcClients, type RpcClients } from "@tenant-ops/kit/rpc";
import type { FastifyInstance } from "fastify";
import { registerAdmin } from "./admin/routes.js";
import { createAccessTokens } from "./auth/access-tokens.js";
import { createAuthenticator } from "./auth/authenticate.js";
import { businessIndexes } from "./auth/businesses.store.js";
import { registerDiscovery } from "./auth/discovery.routes.js";
import { createKeyDirectory } from "./auth/key-directory.js";
import { keyIndexes } from "./auth/keys.store.js";
import { registerOauth } from "./auth/oauth.routes.js";
import { createOperatorKeyCheck } from "./auth/operator-key.js";
import { type GatewayConfig, getServiceAddresses } from "./config.js";
import { createServer } from "./http/server.js";
import { registerAnonymousLimits } from "./limits/anonymous-limits.js";
import { createCredentialLimit, registerCredentialLimitHeaders } from "./limits/credential-limit.js";
import { createInFlightLimit } from "./limits/in-flight-limit.js";
import { createRateCounters, type RateCounters } from "./limits/rate-counters.js";
import { createTenantLimits } from "./limits/tenant-limits.js";
import { registerMcp } from "./mcp/entry/routes.js";
import { registerRest } from "./rest/proxy.js";
import { listScopes } from "./tenant/scopes.js";

export interface Gateway {
  url: string;
  port: number;
  adminPort: number;
  /** Unready → SHUTDOWN_DELAY_MS → no new connections → running requests end → connections to MongoDB and NATS are closed. */
  close(): Promise<void>;
}

const drainMs = 20_000;

/** Starts a gateway in this process. Gateways with the same database and NATS are replicas of each other. */
export async function startGateway(config: GatewayConfig): Promise<Gateway> {
  const base = await startProcessBase({
    name: "gateway",
    config,
    databaseName: config.MONGODB_DATABASE,
    // Shared between businesses: the gateway looks a key up before it knows the business.
    sharedIndexes: { businesses: businessIndexes, keys: keyIndexes },
  });
  const sign = createContextSigner(gatewayIssuer, config.CALL_CONTEXT_PRIVATE_KEY);
  const clients = createRpcClients({
    sign,
    addresses: getServiceAddresses(config, "GRPC"),
    metrics: base.metrics,
    credentials: createGrpcCredentials(config).client,
  });
  const counters = createRateCounters(base.bus, config.MONGODB_DATABASE, config.RATE_EXCHANGE_MS);

  let port = config.PORT;
  const publicUrl = () => config.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const app = createApp({ config, base, sign, clients, counters, publicUrl });
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

interface AppParts {
  config: GatewayConfig;
  base: ProcessBase;
  sign: SignContext;
  clients: RpcClients;
  counters: RateCounters;
  publicUrl: () => string;
}

/** The HTTP server with all routes. */
function createApp({ config, base, sign, clients, counters, publicUrl }: AppParts): FastifyInstance {
  const { db, bus, logger, metrics } = base;
  const pepper = config.API_KEY_PEPPER;
  const allScopes = listScopes(Object.keys(getServiceAddresses(config, "GRPC")));
  const inFlight = createInFlightLimit(config.IN_FLIGHT_PER_BUSINESS_MAX, "of this business");
  const limits = createTenantLimits(counters.businesses, inFlight, config);
  const credentialLimit = createCredentialLimit(counters.addresses, config.RATE_FAILED_CREDENTIALS_PER_MINUTE);
  const directory = createKeyDirectory(db, bus, logger);
  const tokens = createAccessTokens(config.TOKEN_PRIVATE_KEY, publicUrl);
  const isOperatorKey = createOperatorKeyCheck(config.OPERATOR_KEY);
  const authenticate = createAuthenticator({ directory, tokens, isOperatorKey, credentialLimit, pepper });

  const app = createServer({ config, logger, metrics, publicUrl, isDraining: base.isStopping });
  registerCredentialLimitHeaders(app, credentialLimit);
  registerAnonymousLimits(app, { counters: counters.addresses, credentialLimit, config });
  registerDiscovery(app, { publicUrl, allScopes });
  registerOauth(app, { directory, tokens, limits, credentialLimit, pepper, publicUrl, allScopes });
  registerAdmin(app, { db, directory, pepper, allScopes, isOperatorKey, authenticate });
  registerRest(app, { addresses: getServiceAddresses(config, "HTTP"), authenticate, limits, sign });
  registerMcp(app, { publicUrl, authenticate, limits, clients, config, metrics, logger });
  return app;
}

/** Waits for running requests, at most `drainMs`. */
async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timer);
}
