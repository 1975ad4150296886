// Which process gets which settings. Pure functions.
import { formatPublicKeys } from "./issuers.mjs";

const host = "127.0.0.1";

/** Settings of one service process. `addresses` maps each service to its `{ grpc, http }` urls. */
export function buildServiceEnv(service, { ports, mesh, addresses }) {
  const { secrets } = mesh;
  const shared = {
    HOST: host,
    GRPC_PORT: String(ports.grpc),
    HTTP_PORT: String(ports.http),
    ADMIN_PORT: String(ports.admin),
    CALL_CONTEXT_PUBLIC_KEYS: formatPublicKeys(service, secrets),
    ...buildBackendEnv(service, mesh),
  };
  if (service === "flows") {
    return {
      ...shared,
      CALL_CONTEXT_PRIVATE_KEY: secrets.flowsCallContextPrivateKey,
      ...selectGrpcUrls(addresses, ["roulettes", "learning"]),
      CONSOLE_URL: mesh.publicUrl,
      APP_URL: mesh.appUrl,
      FLOW_SECRET_KEY: secrets.flowSecretKey,
      // Allows providers of businesses on 127.0.0.1.
      EGRESS_ALLOW_HTTP: "true",
      EGRESS_ALLOW: `${host}/32`,
    };
  }
  if (service === "analytics") {
    return {
      ...shared,
      CALL_CONTEXT_PRIVATE_KEY: secrets.analyticsCallContextPrivateKey,
      ...selectGrpcUrls(addresses, ["supply", "roulettes", "learning", "flows", "webhooks", "accounts"]),
    };
  }
  if (service === "accounts") {
    const called = Object.keys(addresses).filter((name) => name !== "accounts");
    return {
      ...shared,
      CALL_CONTEXT_PRIVATE_KEY: secrets.accountsCallContextPrivateKey,
      API_KEY_PEPPER: secrets.apiKeyPepper,
      ...selectGrpcUrls(addresses, called),
      ...Object.fromEntries(seeded.map((name) => [`${name.toUpperCase()}_HTTP_URL`, addresses[name]?.http])),
    };
  }
  if (service === "approvals") {
    return {
      ...shared,
      CALL_CONTEXT_PRIVATE_KEY: secrets.approvalsCallContextPrivateKey,
      ...selectGrpcUrls(addresses, calledByApprovals),
      APP_URL: mesh.appUrl,
    };
  }
  if (service === "webhooks") {
    return {
      ...shared,
      WEBHOOK_SECRET_KEY: secrets.webhookSecretKey,
      // Allows a receiver on 127.0.0.1 (`npm run receiver`). The service logs a warning about it.
      WEBHOOK_ALLOW_HTTP: "true",
      WEBHOOK_EGRESS_ALLOW: `${host}/32`,
    };
  }
  if (service === "console") {
    return {
      ...shared,
      CALL_CONTEXT_PRIVATE_KEY: secrets.consoleCallContextPrivateKey,
      ...selectGrpcUrls(addresses, ["accounts", "approvals"]),
      APP_URL: mesh.appUrl,
      CONSOLE_URL: mesh.publicUrl,
      PUBLIC_URL: mesh.publicUrl,
      LINK_SECRET: secrets.linkSecret,
      // Allows clients with a metadata document on 127.0.0.1.
      EGRESS_ALLOW_HTTP: "true",
      EGRESS_ALLOW: `${host}/32`,
    };
  }
  return shared;
}

const calledByApprovals = ["accounts", "console", "supply", "roulettes", "learning", "flows"];

const selectGrpcUrls = (addresses, services) =>
  Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_GRPC_URL`, addresses[name]?.grpc]));

/** The services whose REST routes a seed of a sandbox calls. */
const seeded = ["supply", "roulettes", "learning", "flows"];

export function buildGatewayEnv({ ports, mesh, addresses }) {
  const { secrets } = mesh;
  const env = {
    HOST: host,
    PORT: String(ports.http),
    ADMIN_PORT: String(ports.admin),
    PUBLIC_URL: mesh.publicUrl,
    // The gateway serves the pages of flows, so links to them work on this machine.
    CONSOLE_URL: mesh.publicUrl,
    APP_URL: mesh.appUrl,
    CALL_CONTEXT_PRIVATE_KEY: secrets.gatewayCallContextPrivateKey,
    TOKEN_PRIVATE_KEY: secrets.tokenPrivateKey,
    PROPOSAL_SECRET: secrets.proposalSecret,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    OPERATOR_PORT: String(ports.operator),
    OPERATOR_KEYS: `local:${secrets.operatorKey}`,
    TRUSTED_PROXIES: "none",
    NATS_URL: mesh.natsUrl,
    SHUTDOWN_DELAY_MS: "0",
  };
  for (const [service, { grpc, http }] of Object.entries(addresses)) {
    env[`${service.toUpperCase()}_GRPC_URL`] = grpc;
    env[`${service.toUpperCase()}_HTTP_URL`] = http;
  }
  return env;
}

/**
 * Settings of the process that is the gateway and all services. A setting with the same value for all parts is set once; others have the name of
 * their part as prefix.
 */
export function buildAllEnv({ ports, mesh, services }) {
  // The process calls its parts by name.
  const nowhere = Object.fromEntries(services.map((name) => [name, {}]));
  const options = { ports, mesh, addresses: nowhere };
  const parts = [
    ["gateway", buildGatewayEnv(options)],
    ...services.map((name) => [name, buildServiceEnv(name, options)]),
  ];
  const named = parts.flatMap(([part, settings]) =>
    Object.entries(settings)
      .filter(([name]) => !unused.test(name))
      .map(([name, value]) => [perPart.has(name) ? toOwnName(part, name) : name, value]),
  );
  return Object.fromEntries(named);
}

/** As in all/src/settings.ts. */
const perPart = new Set(["MONGODB_DATABASE", "CALL_CONTEXT_PRIVATE_KEY"]);
/** Not needed in one process: no ports are opened for calls between parts, and the public keys follow from the private ones. */
const unused = /_(GRPC|HTTP)_URL$|^(GRPC|HTTP)_PORT$|^CALL_CONTEXT_PUBLIC_KEYS$/;

/** The name of a setting for one part of the process only. */
export const toOwnName = (part, name) => `${part.toUpperCase()}_${name}`;

const buildBackendEnv = (name, { mongodbUrl, natsUrl, databasePrefix }) => ({
  MONGODB_URL: mongodbUrl,
  MONGODB_DATABASE: `${databasePrefix}${name}`,
  NATS_URL: natsUrl,
  SHUTDOWN_DELAY_MS: "0",
});

/** Several replicas are one gRPC address with several targets, like a headless Service in Kubernetes. */
export const formatAddress = (replicas) => ({
  grpc:
    replicas.length === 1
      ? `${host}:${replicas[0].grpc}`
      : `ipv4:${replicas.map((ports) => `${host}:${ports.grpc}`).join(",")}`,
  http: `http://${host}:${replicas[0].http}`,
});

/**
 * The settings on top of the inherited environment, so that `LOG_LEVEL=debug npm start` works. An inherited
 * `NAME_FILE` is removed, because the process would prefer it to `NAME`.
 */
export function mergeEnv(inherited, ...settings) {
  const merged = { ...inherited };
  for (const [name, value] of settings.flatMap((group) => Object.entries(group ?? {}))) {
    delete merged[`${name}_FILE`];
    if (value === undefined) delete merged[name];
    else merged[name] = String(value);
  }
  return merged;
}
