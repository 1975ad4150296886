import { createContextSigner, createContextVerifier, gatewayIssuer, type SignContext } from "@tenant-ops/kit/call";
import { dayMs } from "@tenant-ops/kit/data";
import { createSessionCookie } from "@tenant-ops/kit/http";
import { type ProcessBase, type SharedProcess, startProcessBase } from "@tenant-ops/kit/process";
import {
  bindHandlers,
  createGrpcCredentials,
  createRpcClients,
  type GrpcCredentials,
  type GrpcServer,
  type RpcClients,
  startRpcServer,
} from "@tenant-ops/kit/rpc";
import { AccountsService } from "@tenant-ops/proto/accounts";
import { verticals } from "@tenant-ops/proto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { accountsRpcs } from "./accounts/accounts.rpc.js";
import { registerAdmin } from "./admin/routes.js";
import { createAccessTokens } from "./auth/access-tokens.js";
import { createAuthenticator } from "./auth/authenticate.js";
import { createConnectionDirectory } from "./auth/connection-directory.js";
import { createConnectionUses } from "./auth/connection-uses.js";
import { registerDiscovery } from "./auth/discovery.routes.js";
import { createKeyDirectory, type KeyDirectory } from "./auth/key-directory.js";
import { registerOauth } from "./auth/oauth.routes.js";
import { createSessionDirectory } from "./auth/session-directory.js";
import { createOperatorFinder } from "./auth/operator-keys.js";
import { type GatewayConfig, getServiceAddresses, getVerticalAddresses } from "./config.js";
import { registerConsoleRoutes } from "./console/routes.js";
import { registerPreflights } from "./http/other-sites.js";
import { createServer } from "./http/server.js";
import { createAddressQuota } from "./limits/address-quota.js";
import { registerAnonymousLimits } from "./limits/anonymous-limits.js";
import { createCredentialLimit, registerCredentialLimitHeaders } from "./limits/credential-limit.js";
import { createInFlightLimit } from "./limits/in-flight-limit.js";
import { createLoadShedding } from "./limits/load-shedding.js";
import { createLoopMetrics } from "./limits/loop-metrics.js";
import { createRateCounters, type RateCounters } from "./limits/rate-counters.js";
import { createOperatorLimit } from "./limits/operator-limit.js";
import { createTenantLimits } from "./limits/tenant-limits.js";
import { registerMcp } from "./mcp/entry/routes.js";
import { listDataHolders } from "./offboarding/business-data.js";
import { registerOffboardingMetrics } from "./offboarding/metrics.js";
import { startOffboardWorker } from "./offboarding/offboard.worker.js";
import type { OffboardingOptions } from "./offboarding/offboarding.types.js";
import { registerPrivacy } from "./privacy/register-privacy.js";
import { registerRetention } from "./retention/register-retention.js";
import { registerDocuments } from "./rest/documents.js";
import { createAppHost, requireHost } from "./request/app-host.js";
import { downloadsPerBusinessMax } from "./rest/downloads.js";
import { registerRest } from "./rest/proxy.js";
import { createUpstreamAgent } from "./rest/upstream-agent.js";
import { gatewaySchema } from "./schema.js";
import { registerSandbox } from "./sandbox/routes.js";
import { listScopes } from "./tenant/scopes.js";
import { onEachRequest } from "./request/each-request.js";

export { gatewayCollections } from "./collections.js";
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

  let port = config.PORT;
  const publicUrl = () => config.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
  const { app, operatorApp } = createApps({ config, base, sign, clients, counters, publicUrl, shared });
  port = await listen(app, config.HOST, config.PORT);
  const operatorPort = await listen(operatorApp, config.OPERATOR_HOST, config.OPERATOR_PORT);
  const grpc = await startAccountsServer(config, base, credentials, shared);
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
        await grpc.close(drainMs);
        counters.stop();
        clients.close();
      }),
  };
}

/** Serves gRPC to the console service, which reads businesses. */
function startAccountsServer(
  config: GatewayConfig,
  { db, logger, metrics, underWay }: ProcessBase,
  credentials: GrpcCredentials,
  shared: SharedProcess | undefined,
): Promise<GrpcServer> {
  return startRpcServer({
    memory: shared?.rpc,
    credentials: credentials.server,
    acceptsPlain: credentials.acceptsPlain,
    services: [bindHandlers(AccountsService, accountsRpcs(db))],
    service: "accounts",
    verify: createContextVerifier(config.CALL_CONTEXT_PUBLIC_KEYS, "accounts"),
    logger,
    metrics,
    underWay,
    host: config.HOST,
    port: config.GRPC_PORT,
  });
}

interface AppParts {
  config: GatewayConfig;
  base: ProcessBase;
  sign: SignContext;
  clients: RpcClients;
  counters: RateCounters;
  publicUrl: () => string;
  shared: SharedProcess | undefined;
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<number> {
  await app.listen({ host, port });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : port;
}

/** The HTTP server for callers with its routes, and the one for operators. */
function createApps({ config, base, sign, clients, counters, publicUrl, shared }: AppParts) {
  const { db, bus, logger, metrics } = base;
  const pepper = config.API_KEY_PEPPER;
  const allScopes = listScopes(verticals);
  const inFlight = createInFlightLimit(config.IN_FLIGHT_PER_BUSINESS_MAX, "of this business");
  const shedding = createLoadShedding({
    eventLoopDelayMaxMs: config.EVENT_LOOP_DELAY_MAX_MS,
    // Its plugin is loaded after this line.
    getEventLoopDelayMs: () => (app.hasDecorator("memoryUsage") ? app.memoryUsage().eventLoopDelay : 0),
    metrics: createLoopMetrics(metrics.registry),
    logger,
  });
  const limits = createTenantLimits(counters.businesses, inFlight, shedding, config);
  const credentialLimit = createCredentialLimit(counters.addresses, config.RATE_FAILED_CREDENTIALS_PER_MINUTE);
  const directory = createKeyDirectory(db, bus, logger);
  const tokens = createAccessTokens(config.TOKEN_PRIVATE_KEY, publicUrl);
  const findOperator = createOperatorFinder(config.OPERATOR_KEYS);
  const isAppHost = createAppHost(config.APP_URL);
  const sessionCookie = createSessionCookie(config.APP_URL);
  const sessions = createSessionDirectory(db, bus, clients);
  const connections = createConnectionDirectory(db, bus, clients);
  const connectionUses = createConnectionUses(clients, logger);
  const people = { appUrl: config.APP_URL, isAppHost, sessionCookie, sessions };
  const authenticate = createAuthenticator({
    ...people,
    closedBusinesses: db.closedBusinesses,
    ...{ directory, tokens, connections, connectionUses, findOperator, credentialLimit, pepper },
  });

  const serverOptions = { config, logger, metrics, publicUrl, isDraining: base.isStopping };
  const app = createServer({
    ...serverOptions,
    trustedProxies: config.TRUSTED_PROXIES,
    loopClock: shedding.clock,
  });
  app.addHook("onClose", async () => {
    shedding.stop();
    await connectionUses.stop();
  });
  registerCredentialLimitHeaders(app, credentialLimit);
  const hasSession = (request: FastifyRequest) => isAppHost(request) && sessionCookie.readHash(request) !== undefined;
  registerAnonymousLimits(app, { counters: counters.addresses, credentialLimit, shedding, config, hasSession });
  onEachRequest(app, (request) => requireHost(request, isAppHost));
  registerPreflights(app);
  registerDiscovery(app, { publicUrl, allScopes });
  registerOauth(app, {
    ...{ db, clients, directory, tokens, limits, credentialLimit, pepper, publicUrl, allScopes },
    appUrl: config.APP_URL,
    closedBusinesses: db.closedBusinesses,
  });
  registerDocuments(app, publicUrl);
  const registrationQuota = createAddressQuota(
    "client-registrations",
    counters.addresses,
    config.RATE_CLIENT_REGISTRATIONS_PER_MINUTE,
  );
  const uploadQuota = createAddressQuota("visitor-uploads", counters.addresses, config.RATE_VISITOR_UPLOADS_PER_MINUTE);
  const addresses = getServiceAddresses(config, "HTTP");
  const agent = createUpstreamAgent(app, shared?.http);
  const downloads = createInFlightLimit(downloadsPerBusinessMax, "for files of this business");
  registerRest(app, { addresses, agent, authenticate, limits, sign, downloads, registrationQuota, uploadQuota });
  const checkReplies = config.CHECK_REPLIES;
  const services = Object.keys(addresses);
  const offboarding = startOffboarding(app, { config, base, clients, services, directory });
  registerConsoleRoutes(app, { ...people, db, directory, pepper, allScopes, checkReplies, offboarding });
  const sandboxOptions = { db, clients, sign, logger, authenticate, limits, agent };
  registerSandbox(app, { ...sandboxOptions, addresses: getVerticalAddresses(config, "HTTP") });
  const privacy = { pepper, downloads, checkReplies, metrics, settleMs: config.PERSON_SETTLE_MS };
  registerPrivacy(app, { ...sandboxOptions, ...privacy, services });
  const allowed = { daysMin: config.RETENTION_DAYS_MIN, modes: config.RETENTION_MODES };
  registerRetention(app, { ...sandboxOptions, pepper, checkReplies, allowed }, config.RETENTION_SEND_EVERY_MS);
  registerMcp(app, { publicUrl, authenticate, limits, clients, config, metrics, logger });

  // There is no proxy in front of this port, so X-Forwarded-For is ignored.
  const operatorApp = createServer(serverOptions);
  const operatorLimit = createOperatorLimit(counters.addresses, config.RATE_FAILED_CREDENTIALS_PER_MINUTE);
  const operatorParts = { findOperator, operatorLimit, logger, clients, checkReplies };
  registerAdmin(operatorApp, { ...operatorParts, db, directory, pepper, allScopes, offboarding });
  return { app, operatorApp };
}

/** Creates the options of the offboarding routes, and starts the worker and the metrics of offboarding. */
function startOffboarding(
  app: FastifyInstance,
  given: Pick<AppParts, "config" | "base" | "clients"> & { services: readonly string[]; directory: KeyDirectory },
): OffboardingOptions {
  const { config, base, clients, services, directory } = given;
  const { db, bus, logger, metrics } = base;
  const options: OffboardingOptions = {
    ...{ db, logger, pepper: config.API_KEY_PEPPER },
    holders: listDataHolders({ db, bus, clients, services }),
    graceSeconds: config.OFFBOARDING_GRACE_SECONDS,
    settleMs: config.OFFBOARDING_SETTLE_MS,
    receiptMs: config.OFFBOARDING_RECEIPT_DAYS * dayMs,
    onStateChanged: (businessId) => directory.invalidate({ businessId }),
  };
  registerOffboardingMetrics(metrics.registry, db);
  app.addHook("onClose", startOffboardWorker(options));
  return options;
}

/** Waits for running requests, at most `drainMs`. */
async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timer);
}
