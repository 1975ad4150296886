import { createContextSigner } from "@tenant-ops/kit/call";
import { startProcessBase } from "@tenant-ops/kit/process";
import { createRpcClients, createGrpcCredentials } from "@tenant-ops/kit/rpc";
import type { FastifyInstance } from "fastify";
import { registerAdmin } from "./admin/routes.js";
import { createAuthenticator } from "./auth/authenticate.js";
import { businessIndexes } from "./auth/businesses.store.js";
import { registerDiscovery } from "./auth/discovery.routes.js";
import { createKeyDirectory } from "./auth/key-directory.js";
import { keyIndexes } from "./auth/keys.store.js";
import { registerOauth } from "./auth/oauth.routes.js";
import { createOperatorKeyCheck } from "./auth/operator-key.js";
import { listScopes } from "./tenant/scopes.js";
import { createAccessTokens } from "./auth/access-tokens.js";
import { getServiceAddresses, type GatewayConfig } from "./config.js";
import { createServer } from "./http/server.js";
import { createRateCounters } from "./limits/rate-counters.js";
import { createCredentialLimit, registerCredentialLimitHeaders } from "./limits/credential-limit.js";
import { createInFlightLimit } from "./limits/in-flight-limit.js";
import { createTenantLimits } from "./limits/tenant-limits.js";
import { createPublicLimit } from "./limits/public-limit.js";
import { registerMcp } from "./mcp/entry/routes.js";
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
    addresses: getServiceAddresses(config, "GRPC"),
    metrics,
    credentials: createGrpcCredentials(config).client,
  });

  let port = config.PORT;
  const publicUrl = () => config.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const pepper = config.API_KEY_PEPPER;
  const allScopes = listScopes(Object.keys(getServiceAddresses(config, "GRPC")));
  const counters = createRateCounters(bus, config.MONGODB_DATABASE, config.RATE_EXCHANGE_MS);
  const limits = createTenantLimits(counters, createInFlightLimit(config.IN_FLIGHT_PER_BUSINESS_MAX), config);
  const failures = createCredentialLimit(counters, config.RATE_FAILED_CREDENTIALS_PER_MINUTE);
  const takePublic = createPublicLimit(counters, config.RATE_PUBLIC_PER_MINUTE);
  const directory = createKeyDirectory(db, bus, logger);
  const tokens = createAccessTokens(config.TOKEN_PRIVATE_KEY, publicUrl);
  const isOperatorKey = createOperatorKeyCheck(config.OPERATOR_KEY);
  const authenticate = createAuthenticator({ directory, tokens, isOperatorKey, credentialLimit: failures, pepper });

  const app = createServer({ config, logger, metrics, publicUrl, isDraining: base.isStopping });
  registerCredentialLimitHeaders(app, failures);
  registerDiscovery(app, { publicUrl, allScopes });
  registerOauth(app, { directory, tokens, limits, credentialLimit: failures, pepper, publicUrl, allScopes });
  registerAdmin(app, { db, directory, pepper, allScopes, isOperatorKey, authenticate });
  registerRest(app, { addresses: getServiceAddresses(config, "HTTP"), authenticate, limits, takePublic, sign });
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
