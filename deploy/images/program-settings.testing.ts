import { randomBytes } from "node:crypto";
import { createContextKeys, testBackend } from "@tenant-ops/kit/testing";
import { settingsPerPart, toOwnName } from "../../all/src/settings.js";
import { findFreePort } from "../../scripts/lib/process/ports.mjs";
import { programs } from "./bundle.mjs";

const serviceNames = Object.keys(programs).filter((name) => !["setup", "gateway", "all"].includes(name));
const gateway = createContextKeys("gateway");
const flows = createContextKeys("flows");
const analytics = createContextKeys("analytics");
const consoleKeys = createContextKeys("console");
const accounts = createContextKeys("accounts");
const approvals = createContextKeys("approvals");
const createSecret = () => randomBytes(32).toString("base64url");

/** The complete environment of a program, so that a bundle does not depend on variables of the test process. */
export async function createProgramSettings(name: string) {
  const { mongodbUrl, natsUrl } = testBackend();
  const database = `bundle_${name}_${randomBytes(4).toString("hex")}`;
  const common = {
    MONGODB_URL: mongodbUrl,
    NATS_URL: natsUrl,
    HOST: "127.0.0.1",
    ADMIN_PORT: String(await findFreePort()),
    SHUTDOWN_DELAY_MS: "0",
    NODE_ENV: "production",
  };
  if (name === "all") return { ...common, ...createAllSettings(database) };
  const own = name === "gateway" ? createGatewaySettings() : createServiceSettings(name);
  return { ...common, MONGODB_DATABASE: database, ...own };
}

/** The settings of every program, in one environment. */
function createAllSettings(database: string): Record<string, string> {
  const parts: (readonly [string, Record<string, string>])[] = [
    ["gateway", createGatewaySettings()],
    ...serviceNames.map((service) => [service, createServiceSettings(service)] as const),
  ];
  const settings = parts.flatMap(([part, own]) =>
    Object.entries({ ...own, MONGODB_DATABASE: `${database}_${part}` })
      // The process derives them: here every program has keys of its own.
      .filter(([setting]) => setting !== "CALL_CONTEXT_PUBLIC_KEYS")
      .map(([setting, value]) => [settingsPerPart.includes(setting) ? toOwnName(part, setting) : setting, value]),
  );
  return Object.fromEntries(settings) as Record<string, string>;
}

const createAddresses = (services: readonly string[]) =>
  services.flatMap((service) => {
    const prefix = service.toUpperCase();
    return [
      [`${prefix}_GRPC_URL`, "127.0.0.1:1"],
      [`${prefix}_HTTP_URL`, "http://127.0.0.1:1"],
    ];
  });

function createGatewaySettings(): Record<string, string> {
  return {
    ...Object.fromEntries(createAddresses(serviceNames)),
    PORT: "0",
    APP_URL: "http://localhost:1",
    CALL_CONTEXT_PRIVATE_KEY: gateway.privateKey,
    TOKEN_PRIVATE_KEY: createContextKeys("token").privateKey,
    PROPOSAL_SECRET: createSecret(),
    API_KEY_PEPPER: createSecret(),
    OPERATOR_PORT: "0",
    OPERATOR_KEYS: `tests:${createSecret()}`,
    TRUSTED_PROXIES: "none",
  };
}

function createServiceSettings(name: string): Record<string, string> {
  return {
    GRPC_PORT: "0",
    HTTP_PORT: "0",
    CALL_CONTEXT_PUBLIC_KEYS: gateway.publicKeys,
    ...(name === "flows" && {
      CALL_CONTEXT_PRIVATE_KEY: flows.privateKey,
      FLOW_SECRET_KEY: createSecret(),
      ROULETTES_GRPC_URL: "127.0.0.1:1",
      LEARNING_GRPC_URL: "127.0.0.1:1",
      CONSOLE_URL: "http://127.0.0.1:1",
    }),
    ...(name === "accounts" && {
      ...Object.fromEntries(createAddresses(serviceNames.filter((service) => service !== "accounts"))),
      CALL_CONTEXT_PRIVATE_KEY: accounts.privateKey,
      API_KEY_PEPPER: createSecret(),
    }),
    ...(name === "approvals" && {
      CALL_CONTEXT_PRIVATE_KEY: approvals.privateKey,
      ACCOUNTS_GRPC_URL: "127.0.0.1:1",
      CONSOLE_GRPC_URL: "127.0.0.1:1",
      SUPPLY_GRPC_URL: "127.0.0.1:1",
      ROULETTES_GRPC_URL: "127.0.0.1:1",
      LEARNING_GRPC_URL: "127.0.0.1:1",
      FLOWS_GRPC_URL: "127.0.0.1:1",
      APP_URL: "http://localhost:1",
    }),
    ...(name === "analytics" && {
      CALL_CONTEXT_PRIVATE_KEY: analytics.privateKey,
      SUPPLY_GRPC_URL: "127.0.0.1:1",
      ROULETTES_GRPC_URL: "127.0.0.1:1",
      LEARNING_GRPC_URL: "127.0.0.1:1",
      FLOWS_GRPC_URL: "127.0.0.1:1",
      WEBHOOKS_GRPC_URL: "127.0.0.1:1",
      ACCOUNTS_GRPC_URL: "127.0.0.1:1",
    }),
    ...(name === "console" && {
      CALL_CONTEXT_PRIVATE_KEY: consoleKeys.privateKey,
      ACCOUNTS_GRPC_URL: "127.0.0.1:1",
      APPROVALS_GRPC_URL: "127.0.0.1:1",
      APP_URL: "http://localhost:1",
      CONSOLE_URL: "http://127.0.0.1:1",
      PUBLIC_URL: "http://127.0.0.1:1",
      LINK_SECRET: createSecret(),
    }),
    ...(name === "webhooks" && { WEBHOOK_SECRET_KEY: createSecret() }),
  };
}
