import type { SignContext } from "@tenant-ops/kit/call";
import { createSessionCookie } from "@tenant-ops/kit/http";
import type { SharedProcess, StatelessProcess } from "@tenant-ops/kit/process";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { FastifyRequest } from "fastify";
import type { Accounts } from "./accounts/accounts.js";
import type { Changes } from "./accounts/changes.js";
import type { AgentCalls } from "./agent-calls/agent-calls.js";
import { adminRoutes } from "./admin/routes.js";
import { createAccessTokens } from "./auth/access-tokens.js";
import { createApprovals } from "./approvals/approvals.js";
import { createAuthenticator } from "./auth/authenticate.js";
import { createConnectionUses } from "./auth/connection-uses.js";
import { discoveryRoutes } from "./auth/discovery.routes.js";
import { createKeyDirectory } from "./auth/key-directory.js";
import { oauthRoutes } from "./auth/oauth.routes.js";
import { createConnectionDirectory, createSessionDirectory } from "./auth/people-directories.js";
import { createOperatorFinder } from "./auth/operator-keys.js";
import { type GatewayConfig, getServiceAddresses } from "./config.js";
import { registerPreflights } from "./http/other-sites.js";
import { createServer } from "./http/server.js";
import { createAddressQuota } from "./limits/address-quota.js";
import { createKeptFormLimit, registerAnonymousLimits } from "./limits/anonymous-limits.js";
import { createInFlightLimit } from "./limits/in-flight-limit.js";
import { createLoadShedding } from "./limits/load-shedding.js";
import { createLoopMetrics } from "./limits/loop-metrics.js";
import type { Counters, RateCounters } from "./limits/rate-counters.js";
import { createTenantLimits } from "./limits/tenant-limits.js";
import { mcpRoutes } from "./mcp/entry/routes.js";
import { registerDocuments } from "./rest/documents.js";
import { createAppHost, requireHost } from "./request/app-host.js";
import { createUpstreamAgent, registerRest } from "./rest/proxy.js";
import { onEachRequest } from "./request/each-request.js";

interface HttpServerParts {
  config: GatewayConfig;
  base: StatelessProcess;
  sign: SignContext;
  clients: RpcClients;
  counters: RateCounters;
  accounts: Accounts;
  changes: Changes;
  agentCalls: AgentCalls;
  publicUrl: () => string;
  shared: SharedProcess | undefined;
}

/** The HTTP server for callers with its routes, and the one for operators. */
export function createHttpServers(parts: HttpServerParts) {
  const { config, base, sign, clients, counters, accounts, changes, agentCalls, publicUrl, shared } = parts;
  const { bus, logger, metrics } = base;
  const { API_KEY_PEPPER: pepper } = config;
  const { closedBusinesses } = changes;
  const refreshChanges = () => changes.refresh();
  const inFlight = createInFlightLimit(config.IN_FLIGHT_PER_BUSINESS_MAX, "of this business");
  const shedding = createLoadShedding({
    eventLoopDelayMaxMs: config.EVENT_LOOP_DELAY_MAX_MS,
    // Its plugin is loaded after this line.
    getEventLoopDelayMs: () => (app.hasDecorator("memoryUsage") ? app.memoryUsage().eventLoopDelay : 0),
    metrics: createLoopMetrics(metrics.registry),
    logger,
  });
  const limits = createTenantLimits(counters.businesses, inFlight, shedding, config);
  const quotas = createAddressQuotas(config, counters.addresses);
  const { credentialLimit, operatorLimit, registrationQuota, uploadQuota } = quotas;
  const directory = createKeyDirectory({ accounts, changes, bus, logger });
  const tokens = createAccessTokens(config.TOKEN_PRIVATE_KEY, publicUrl);
  const findOperator = createOperatorFinder(config.OPERATOR_KEYS);
  const isAppHost = createAppHost(config.APP_URL);
  const sessionCookie = createSessionCookie(config.APP_URL);
  const sessions = createSessionDirectory({ accounts, changes, bus, clients });
  const connections = createConnectionDirectory({ accounts, changes, bus, clients });
  const connectionUses = createConnectionUses(clients, logger);
  const people = { appUrl: config.APP_URL, isAppHost, sessionCookie, sessions };
  const authenticate = createAuthenticator({
    ...people,
    closedBusinesses,
    ...{ directory, tokens, connections, connectionUses, findOperator, credentialLimit, pepper },
  });

  const serverOptions = { config, logger, metrics, publicUrl, isDraining: base.isStopping };
  const app = createServer({
    ...serverOptions,
    trustedProxies: config.TRUSTED_PROXIES,
    loopClock: shedding.clock,
    isAppHost,
    mayKeepForm: createKeptFormLimit(counters.addresses, config.RATE_VISITOR_FORMS_PER_MINUTE),
  });
  app.addHook("onClose", () => shedding.stop());
  app.addHook("onClose", () => connectionUses.stop());
  app.addHook("onClose", async () => directory.stop());
  const hasSession = (request: FastifyRequest) => isAppHost(request) && sessionCookie.readHash(request) !== undefined;
  registerAnonymousLimits(app, { counters: counters.addresses, credentialLimit, shedding, config, hasSession });
  onEachRequest(app, (request) => requireHost(request, isAppHost));
  registerPreflights(app);
  discoveryRoutes(app, { publicUrl });
  oauthRoutes(app, {
    ...{ accounts, clients, directory, tokens, limits, credentialLimit, pepper, publicUrl, closedBusinesses },
    appUrl: config.APP_URL,
  });
  registerDocuments(app, publicUrl);
  const addresses = getServiceAddresses(config, "HTTP");
  const agent = createUpstreamAgent(app, shared?.http);
  const approvals = createApprovals(clients);
  registerRest(app, {
    ...{ addresses, agent, authenticate, limits, sign, approvals, registrationQuota, uploadQuota },
    people: { ...people, closedBusinesses, sign, refreshChanges },
    refreshChanges,
  });
  mcpRoutes(app, { publicUrl, authenticate, approvals, limits, clients, config, metrics, logger, agentCalls });

  // There is no proxy in front of this port, so X-Forwarded-For is ignored.
  const operatorApp = createServer(serverOptions);
  adminRoutes(operatorApp, {
    ...{ findOperator, operatorLimit, logger, sign, refreshChanges },
    agent: createUpstreamAgent(operatorApp, shared?.http),
    address: config.ACCOUNTS_HTTP_URL,
  });
  return { app, operatorApp };
}

/** What is counted per address beside the requests without a credential. */
function createAddressQuotas(config: GatewayConfig, counters: Counters) {
  const create = (policy: string, limit: number, sentence: string) =>
    createAddressQuota(policy, counters, limit, sentence);
  return {
    credentialLimit: create(
      "failed-credentials",
      config.RATE_FAILED_CREDENTIALS_PER_MINUTE,
      "Too many wrong credentials from this address. Check the key.",
    ),
    operatorLimit: create(
      "operator-keys",
      config.RATE_FAILED_CREDENTIALS_PER_MINUTE,
      "Too many wrong operator keys from this address; for now the right one is refused too.",
    ),
    registrationQuota: create(
      "client-registrations",
      config.RATE_CLIENT_REGISTRATIONS_PER_MINUTE,
      "Too many clients were registered from this address. Wait a moment.",
    ),
    uploadQuota: create(
      "visitor-uploads",
      config.RATE_VISITOR_UPLOADS_PER_MINUTE,
      "Too many files were sent from this address. Wait a moment.",
    ),
  };
}
