import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { accounts } from "@tenant-ops/accounts";
import { createContextKeys, testBackend } from "@tenant-ops/kit/testing";
import { getSchema, runMigration, startService } from "@tenant-ops/kit/process";
import { type Gateway, startGateway } from "./app.js";
import { gatewayConfig } from "./config.js";

export type TestSettings = Record<string, string>;

/** The address of a service that is down. */
export const unreachableAddress = "127.0.0.1:9";

/** Settings of a gateway, and of accounts with its own database. Two gateways with the same settings are replicas. */
export function createTestSettings(given: TestSettings = {}): TestSettings {
  const { mongodbUrl, natsUrl } = testBackend();
  const services = [
    "SUPPLY",
    "ROULETTES",
    "LEARNING",
    "FLOWS",
    "WEBHOOKS",
    "ANALYTICS",
    "CONSOLE",
    "ACCOUNTS",
    "APPROVALS",
  ];
  const addresses = services.map((name) => [
    [`${name}_GRPC_URL`, unreachableAddress],
    [`${name}_HTTP_URL`, `http://${unreachableAddress}`],
  ]);
  return {
    HOST: "127.0.0.1",
    PORT: "0",
    OPERATOR_PORT: "0",
    GRPC_PORT: "0",
    HTTP_PORT: "0",
    // No test reaches this host: the port of a test gateway is known only when it listens.
    APP_URL: "http://app.example:1",
    TRUSTED_PROXIES: "none",
    ADMIN_PORT: "0",
    MONGODB_URL: mongodbUrl,
    MONGODB_DATABASE: `test_accounts_${randomBytes(4).toString("hex")}`,
    NATS_URL: natsUrl,
    ...Object.fromEntries(addresses.flat()),
    CALL_CONTEXT_PRIVATE_KEY: createContextKeys("gateway").privateKey,
    TOKEN_PRIVATE_KEY: createPrivateKeySetting(),
    PROPOSAL_SECRET: randomBytes(32).toString("base64url"),
    API_KEY_PEPPER: randomBytes(32).toString("base64url"),
    OPERATOR_KEYS: `${testOperator}:${randomBytes(32).toString("base64url")}`,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "fatal",
    SHUTDOWN_DELAY_MS: "0",
    // On a busy test machine the event loop is late without any overload.
    EVENT_LOOP_DELAY_MAX_MS: "0",
    TENANCY_GUARD: "commands",
    CHECK_REPLIES: "true",
    ...given,
  };
}

function createPrivateKeySetting(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url");
}

/** The name of the operator key in `createTestSettings`. */
export const testOperator = "tests";

/** The key of the first operator in these settings. */
export function getOperatorKey(settings: TestSettings): string {
  return settings["OPERATOR_KEYS"]?.split(",")[0]?.split(":")[1] ?? "";
}

interface RequestOptions {
  headers?: Record<string, string>;
  body?: unknown;
}

export interface TestKey {
  businessId: string;
  keyId: string;
  key: string;
}

export interface TestGateway extends Gateway {
  /** gRPC address of accounts. */
  accountsAddress: string;
  settings: TestSettings;
  request(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** A request to `/v1/admin` on the port of operators, without a key unless the headers have one. */
  requestAdmin(method: string, path: string, options?: RequestOptions): Promise<Response>;
  /** As the operator; the parsed answer. @throws Error for any status that is not 2xx */
  admin<Answer = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Answer>;
  createBusiness(given?: object): Promise<string>;
  createKey(businessId: string, given?: object): Promise<TestKey>;
  /** A business with a key. */
  createTenant(key?: object, business?: object): Promise<TestKey>;
}

export async function startTestGateway(settings: TestSettings = createTestSettings()): Promise<TestGateway> {
  const ofAccounts = await useTestAccounts(settings);
  const gateway = await startGateway(gatewayConfig.parse({ ...settings, ...ofAccounts.addresses }));
  const send = (url: string, method: string, { headers = {}, body }: RequestOptions = {}) =>
    fetch(url, {
      method,
      redirect: "manual",
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const request: TestGateway["request"] = (method, path, options) => send(`${gateway.url}${path}`, method, options);
  const requestAdmin: TestGateway["requestAdmin"] = (method, path, options) =>
    send(`${gateway.operatorUrl}/v1/admin${path}`, method, options);
  async function admin<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { authorization: `Bearer ${getOperatorKey(settings)}` };
    const answer = await requestAdmin(method, path, { headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const createBusiness = async (given: object = {}) =>
    (await admin<{ _id: string }>("POST", "/businesses", { name: "Acme", country: "MX", ...given }))._id;
  const createKey = async (businessId: string, given: object = {}): Promise<TestKey> => {
    const made = await admin<{ _id: string; key: string }>("POST", `/businesses/${businessId}/keys`, {
      name: "back end",
      ...given,
    });
    return { businessId, keyId: made._id, key: made.key };
  };
  return {
    ...gateway,
    async close() {
      await gateway.close();
      await ofAccounts.release();
    },
    settings,
    accountsAddress: ofAccounts.addresses["ACCOUNTS_GRPC_URL"] ?? "",
    request,
    requestAdmin,
    admin,
    createBusiness,
    createKey,
    createTenant: async (key, business) => createKey(await createBusiness(business), key),
  };
}

/** Names among the test settings: the private key of accounts, and public keys of further issuers that it trusts. */
export const keyOfAccounts = "TEST_KEY_OF_ACCOUNTS";
export const issuersOfAccounts = "TEST_ISSUERS_OF_ACCOUNTS";

interface TestAccounts {
  addresses: TestSettings;
  /** The accounts of the last gateway stops. */
  release(): Promise<void>;
}

/** Replicas ask the same accounts, which is in this process too. */
const running = new Map<
  string,
  { starting: Promise<Awaited<ReturnType<typeof startTestAccounts>>>; gateways: number }
>();

async function useTestAccounts(settings: TestSettings): Promise<TestAccounts> {
  const name = settings["MONGODB_DATABASE"] ?? "";
  const used = running.get(name) ?? { starting: startTestAccounts(settings), gateways: 0 };
  used.gateways += 1;
  running.set(name, used);
  const service = await used.starting;
  const { grpcPort, httpPort } = service;
  return {
    addresses: { ACCOUNTS_GRPC_URL: `127.0.0.1:${grpcPort}`, ACCOUNTS_HTTP_URL: `http://127.0.0.1:${httpPort}` },
    async release() {
      used.gateways -= 1;
      if (used.gateways > 0) return;
      running.delete(name);
      await service.close();
    },
  };
}

async function startTestAccounts(settings: TestSettings) {
  const config = accounts.config.parse({
    ...settings,
    CALL_CONTEXT_PUBLIC_KEYS: [
      `gateway:${derivePublicKey(settings["CALL_CONTEXT_PRIVATE_KEY"] ?? "")}`,
      ...(settings[issuersOfAccounts] ? [settings[issuersOfAccounts]] : []),
    ].join(","),
    CALL_CONTEXT_PRIVATE_KEY: settings[keyOfAccounts] ?? createContextKeys("accounts").privateKey,
  });
  await runMigration("accounts", getSchema(accounts), settings);
  return startService(accounts, config);
}

function derivePublicKey(privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}
