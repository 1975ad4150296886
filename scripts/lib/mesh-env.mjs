// Which process gets which settings. Everything here is a value in and a value out.

const host = "127.0.0.1";

/** Settings of one service process. `addresses` maps each vertical to its `{ grpc, http }` urls. */
export function serviceEnv(vertical, { ports, mesh, addresses }) {
  const { secrets } = mesh;
  const common = {
    HOST: host,
    GRPC_PORT: String(ports.grpc),
    HTTP_PORT: String(ports.http),
    ADMIN_PORT: String(ports.admin),
    CALL_CONTEXT_PUBLIC_KEYS: `gateway:${secrets.gatewayCallContextPublicKey},flows:${secrets.flowsCallContextPublicKey}`,
    ...infrastructure(vertical, mesh),
  };
  if (vertical === "flows") {
    return {
      ...common,
      CALL_CONTEXT_PRIVATE_KEY: secrets.flowsCallContextPrivateKey,
      ROULETTES_GRPC_URL: addresses.roulettes?.grpc,
      LEARNING_GRPC_URL: addresses.learning?.grpc,
      CONSOLE_URL: mesh.publicUrl,
    };
  }
  if (vertical === "webhooks") {
    return {
      ...common,
      WEBHOOK_SECRET_KEY: secrets.webhookSecretKey,
      // Only here, where everything runs on one machine: a receiver on 127.0.0.1 can be shown. The service logs it loudly.
      WEBHOOK_ALLOW_HTTP: "true",
      WEBHOOK_EGRESS_ALLOW: `${host}/32`,
    };
  }
  return common;
}

export function gatewayEnv({ ports, mesh, addresses }) {
  const { secrets } = mesh;
  const env = {
    HOST: host,
    PORT: String(ports.http),
    ADMIN_PORT: String(ports.admin),
    PUBLIC_URL: mesh.publicUrl,
    // The pages of flows are served through the gateway, so a link to one works on this machine.
    CONSOLE_URL: mesh.publicUrl,
    CALL_CONTEXT_PRIVATE_KEY: secrets.gatewayCallContextPrivateKey,
    TOKEN_PRIVATE_KEY: secrets.tokenPrivateKey,
    PROPOSAL_SECRET: secrets.proposalSecret,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    OPERATOR_KEY: secrets.operatorKey,
    ...infrastructure("gateway", mesh),
  };
  for (const [vertical, { grpc, http }] of Object.entries(addresses)) {
    env[`${vertical.toUpperCase()}_GRPC_URL`] = grpc;
    env[`${vertical.toUpperCase()}_HTTP_URL`] = http;
  }
  return env;
}

const infrastructure = (name, { mongodbUrl, natsUrl, databasePrefix }) => ({
  MONGODB_URL: mongodbUrl,
  MONGODB_DATABASE: `${databasePrefix}${name}`,
  NATS_URL: natsUrl,
  SHUTDOWN_DELAY_MS: "0",
});

/** Several replicas are one address with several targets, as a headless Service is in Kubernetes. */
export const addressOf = (replicas) => ({
  grpc:
    replicas.length === 1
      ? `${host}:${replicas[0].grpc}`
      : `ipv4:${replicas.map((ports) => `${host}:${ports.grpc}`).join(",")}`,
  http: `http://${host}:${replicas[0].http}`,
});

/**
 * The settings on top of the caller's environment, so that `LOG_LEVEL=debug npm start` works. A `NAME_FILE` of the
 * caller would win over `NAME` inside the process, so it goes.
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
